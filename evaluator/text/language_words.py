"""The commonest words of trade chat per language written in Latin letters, without diacritics, in lower case.

They lift the language detector on messages of a few words, where n-grams guess. A word in several lists counts for
each in part. Only words that chat is full of belong here: function words, greetings, the trade's basic vocabulary and
the abbreviations people type. Romanised Hindi and Arabic stand here too, since no n-gram model knows them.
"""

from __future__ import annotations

from typing import Final

from evaluator.text.words import words

LATIN_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": words(
        """a about after again all also am an and any are as ask asap at available back be because best better big
        black blue box boss brand bro brother but buy buyer by bulk cable cables call can cannot cant catalog
        catalogue charger charging cheap cheaper check choose clear color colour colours colors come company confirm
        cool cost could custom customer customers customize daily day days dear deal deliver delivery deposit detail
        details did different do does doing done dont each english enough even evening every factory fast feel few
        find fine first for free friend from full get gift give go going good got great green grey group guys had
        happy has have he her here him his how i if ill im in info inquiry interested is it its ive just kind know
        last later left let lets like list little long look looking lot made mail make makes man many market
        material maybe me mean meters meter minimum model models money month more morning most much my name need new
        next nice night no not now number of off offer office on once one online only or order orders other our out
        over own owner pack packaging pay payment per photo photos pic pics picture pictures piece pieces please pls
        plz possible power price prices pricing print product products purchase purchasing quality quantity question
        quick quote quotation rate ready really receive red regards reply right sale sales same sample samples see
        sell seller selling send sending sent she shipping shop should show sir madam size small some something soon
        sorry specs start still stock store strong stuff style styles such supplier suppliers supply sure talk team
        tell test than thank thanks that the their them then there these they thing things think this those through
        thx time to today tomorrow too top tq try two type u until up ur urgent us use usual very video wait want
        wanted was way we website week well went were what whats when where which while white who wholesale why will
        with within work working would write year yeah yep yes yet you your yours hey afternoon woven braided bye
        hello buddy alright lol lmk tmrw manager human person real agent anyone warranty certificate certification
        logo quote's cheapest"""
    ),
    "vi": words(
        """ad ak alo anh anhchi ao ban bang bao baogia ben bi biet bn bnhieu bua ca cac cach cai cam can cao cap cau
        chac chao chat cho chi chia chiec chieu chinh choi chong chu chua chung chuyen co coc coi con cong cu cua
        cuc cung cuon da dai dau dang danh dat day dc de den deo dep di dien dieu dinh do doi dong du dua duc dung
        duoc duong duyet e em gap gi gia giam giao gio gioi giong gium giup gom gui ha hai han hang hay het hieu
        hinh ho hoa hoac hoan hoi hom hon hong hop hum hut j kg kh khac khach khi kho khong khoang khongg kich kiem
        kieu kinh ko la lai lam lan lau le len lieu loai loi lon luon luc luong ly m ma mai man mang mat mau may met
        mi mien minh mik mk moi mong mot mua muc mun muon nam nang nao nay nen neu ngay nghe nghi ngoai nguoi nha
        nhan nhanh nhap nhat nhe nhi nhieu nhin nho nhu nhung niem no noi nua o oi ok on ong phai phan phi phu qua
        quan que qui quy ra rat re rieng roi rui sac san sang sao sau se shop si sinh soi so sua sp ta tai tam tang
        tao tat ten tet thang thanh thay the them theo thi thich thiet thieu thoi thong thu thuc thue thuong tien
        tieng tim tin to toan toi ton tot tra tren trang trong truoc tu tui tuan tung tuoi tuy vang van vay ve vn vd
        vi viec viet vo voi vs vua vui xa xanh xem xin xong xu xuat xuong y yeu z zalo ntn nyc hnay hqua bgio bjo bh
        bt cmt cx dt dk dth ib inbox kb khg lm lun mn ms mng nc nma ngta nhma nk nt ny oki qtam rep sdt sl stk tks
        thik trl uhm uk um ung uh vc vcl xl xog cuoc duoi ngang truyen boc vai silicon nhom lung gan dut shopoi
        cuahang dienthoai"""
    ),
    "es": words(
        """a al algo alguien algun alguna ahora antes aqui asi ayer bien bueno buena buenas buenos cable cables cada
        calidad cantidad caja catalogo cliente clientes color colores como compra comprador comprar con conector
        contacto costo cotizacion cotizar cual cuales cuando cuanta cuantas cuanto cuantos cuesta cuestan da dame de
        del desde despues dia dias dice disculpa disculpe donde dos el ella ellos empresa en enero enviar envian
        envio envios envia eres es esa ese eso esta estan estas este esto estoy fabrica fabricante favor foto fotos
        fue garantia gracias gran hacen hacer hago hasta hay hola hoy importador importamos info informacion jaja
        jajaja la largo las le les listo lo logo los luego mandar mande manda manana marca mas mayor mayoreo me
        medida mejor mercado metros mi minima minimo mio modelo modelos mucho muestra muestras muy nada necesito
        negocio negro ninguna no nos nosotros nuestra nuestro o otra otro oye pago pagar para pasa pasame pedido
        pedir pero persona piezas podria podrian por porfa porque precio precios primero producto productos propia
        puede pueden puedo pues punta que quien quiero quisiera rapida rapido regalo saber se sea sera si sin sirve
        sobre solo somos son soy su sus tal tambien tardan te tengo tenemos tiene tienen tienes tiempo tienda tipo
        tipos todo todos trabajo trenzado tu un una unas unos usted ustedes va vale ver veo vender venden vendo
        venta ventas verdad vez y ya yo buen tarde tardes noche noches saludos amigo mandan ocupo busco buscando
        carga cargador mandame gusta gustaria fabrican costos"""
    ),
    "pt": words(
        """carregamento completo compramos distribuidores importadores importamos inteiro pfv procuro
        revendemos somos vendemos
        a agora ai algum alguma amostra amostras ano antes ao aos aqui as ate atacado atacadista bem boa boas bom
        bonito cabo cabos cada caixa catalogo chama cliente clientes com como comprador comprar conector consegue
        cor cores cotacao coisa custa custam da das de depois desse desta deste dia dias diferenca disso do dos duas
        e ela ele eles em embalagem empresa en entao entrega entregam enviar envia envio era essa esse esta estao
        este estou eu fabrica fabricante faz fazem fazer favor ficar ficou foi foto fotos frete gostaria gostei
        gosto hoje importador isso ja kkk kkkk la legal loja mais manda mandar marca mas me medida melhor mesmo meu
        metros minha minimo minima modelo modelos muito muita na nada nao nas nem no nos nossa nosso noite obg
        obrigada obrigado oi ola olha onde os ou outra outro pagamento para pe pedido pelo pela pequeno pode podem
        poderia por porque pra prazo preciso preco precos produto produtos pronta pronto propria proprio qual quais
        qualidade quando quanta quantas quanto quantos que quem quero queria querem quer revenda rapido responde
        sabe saber sao se sem ser seu sim so sou sua tabela tambem tarde te tem temos tempo tenho ter teria tipo
        tipos tive to todas todo todos trabalham trabalho trancado um uma unidades vai valeu valor vcs vc voce voces
        vendas vende vendem vender vendo ver vou fecha fechado combinado beleza blz td bele obrigadao carregador
        carregamento abs"""
    ),
    "fr": words(
        """a ai alors apres as assez au aussi autre autres aux avant avec avez avoir avons beaucoup besoin bien boite
        bon bonjour bonsoir boutique ca cable cables cadeau catalogue ce cela celle celui ces cet cette chargeur
        chez client clients coloris combien comme comment commande commander commandes couleur couleurs coute
        coutent d dans date de delai delais demande depuis des devis dire disponible dites dois donc du echantillon
        echantillons elle elles emballage en encore entreprise envoi envoyer envoie envoyez es est et etre exemple
        expedier fabricant fabriquez faire fais faites faut fournisseur frais gros grossiste il ils interesse j jai
        je jour jours juste l la le les leur livraison livrez livrer longueur ma magasin mais marque maintenant me
        meilleur merci mes mesure metre metres mieux minimum minimale modele modeles moi moins mois mon n ne nos
        notre nous nouveau on ou oui paiement par parler pas payer pendant petit peu peut peux photo photos pieces
        plait plus possible pour pouvez pouvons pourquoi premiere prendre pret prix produit produits propre proposez
        puis puissance qualite quand quantite que quel quelle quelles quels quelque qui quoi recevoir regarde rapide
        s sa salut sans savoir se sera ses si site sommes son sont souhaite sur svp slt stp tarif tarifs te tout
        tous toute toutes tres trop tu un une usine va vais vendez vendre vente vers veux veut voila voir vois
        voudrais voudrait vos votre vous vu y ya bjr bsr mrc dsl gaine tresse directeur conseiller quelqu prenez"""
    ),
    "de": words(
        """ab aber alle alles als also am an anbieten anfrage angebot auch auf aus bei beim bekomme bekommen bestellen
        bestellung besser bestand bezahlen bieten bild bilder bin bis bitte brauche brauchen da danke dann das dass
        dein dem den denn der des dich die dies diese diesen dieser dieses dir doch dringend du durch ein eine einem
        einen einer eines einkauf einkaeufer einkaufer einmal er es etwa etwas euch euer eure fabrik farbe farben
        fertig firma foto fotos fragen frage fur fuer ganz geben geht genau gern gerne gibt ging groß grosshandel
        grosshandler guten gute gut guter haben habe habt hat hatte haette hallo handler hersteller heute hier
        hinweis ich ihm ihn ihnen ihr ihre ihren im in ist ja jetzt kabel kann kannst katalog kaufen kein keine
        keinen kommt konnen koennen konnte konnten kostet kosten kunde kunden lager lang lange laenge liefern
        lieferung lieferzeit lieferant liste machen macht mal man marke mehr mein meine meinen melde menge mich
        mindestbestellmenge mindestens mir mit mochte moechte morgen muss muster nach naechste nein netz nicht
        nichts noch nur ob oder ohne ok pro preis preise preisliste produkte produkt qualitat schicken schickt
        schick schnell schon schoen schwarz sehr sein seid selbst senden sie sind so sofort sollte sowas stecker
        stuck stueck suche suchen super tag tage tach uber um und uns unser unsere unseren verfugbar verkauf
        verkaufen verpackung versand viel viele vielen vom von vor wann war waren warte warum was watt weiss welche
        welcher welches wenn wer werden werde wie wieder wieviel will wir wird wo woche wochen wollen wurde wurden
        zahlung zeigen zeit zu zum zur zwei moin servus gruss gruesse ladekabel rabatt verstanden garantie"""
    ),
    "it": words(
        """abbiamo adesso ai al alla alle altri altro anche ancora avere avete bello bene buona buonasera buongiorno
        cavo cavi campione campioni catalogo che chi ci ciao cliente clienti colore colori com come comprare con
        confezione consegna cosa costa costano costo cui da dal dalla dei del della delle di dopo dove due e ecco ed
        era essere fabbrica fa fare fate favore foto fornitore gli grazie grossista ha hai hanno ho i il in info
        ingrosso interessato invia inviare io la le lei li lo loro lunghezza lunghi ma mandare mandate manda marchio
        me meglio mi mia minimo minima mio modelli modello molto negozio nei nel nella nero no noi non nostra nostro
        o oggi ordine ordini ordinare ottimo paga pagamento per perche pero piu posso potete poi prego prezzi prezzo
        prodotti prodotto produttore pronto puo qualita quale quali quando quanta quante quanti quanto quantita
        quelli quello questa queste questi questo qui ricarica salve sapere se sei sempre senza si siamo sì solo
        sono spedire spedite spedizione sta su sua subito suo tempi tempo tra tutti tutto un una uno va vado vanno
        vedere vendere vendita vi voglio volevo vorrei vostra vostri vostro domani domanda"""
    ),
    "id": words(
        """ada adalah admin aja akan aku amazing anda antara apa apakah apaan atau awal bagaimana bagi bagus bahan baik
        baiknya bang bank banget banyak barang baru bayar beda belanja beli beliau belum benar bentar berapa besar
        besok biasa biaya biar bisa bisakah boleh boss brp bs buat bukan butuh cara cari catat cek cepat coba cocok
        contoh cuma dah dalam dan dapat dari dengan desain dg dgn di dia dikirim dilihat diskon dl dlu dong dr dulu
        foto gambar gak ga gan gila gimana gmn gpp grosir gudang habis halo hai hallo harga hari harus hitam hub
        hubungi iya ini itu jadi jam jasa jd jgn jual jualan juga kabel kain kak kakak kalau kalo kami kamu kan
        kapan kapasitas karena karna kasih katalog kaya ke kecil kelebihan kemasan kepada kira kirim kita kok kosong
        koq kualitas kurang kurir lagi lain lama langsung lebih lewat lg lihat liat lokasi lu maaf mah makasih
        makasi malam mana mantap mas masih masuk mau mbak mending merek merk mereka mesan mesen meter mhn min
        minimal minta mohon mulai murah nanti nih nggak ngga gk nya oh online orang order ongkir pabrik pagi pak
        pakai pake panjang pasang pasar pcs per perlu permintaan permisi pesan pesanan pilih pilihan produk produksi
        punya putih rb ribu sabar saja salam sama sampai sampe sampel satu saya sdh sebelum sedang sekali sekarang
        selamat selasa semua sendiri seperti sering sesuai siang siap siapa silakan sini sm sore sudah supaya
        supplier sy tadi tahu tahun tanya tau tdk tentang terima terimakasih termasuk tersedia tertarik tidak
        tinggal tlg toko tolong tp tapi trims tunggu udah utk untuk unit usaha via wa waktu warna ya yah yang yg yuk
        pemilik penjualan pembelian pembeli nak saje awak korang camne macam mcm takde ade tak bile bape dapatkan
        harganya barangnya kabelnya wkwk wkwkwk"""
    ),
    "tr": words(
        """abi abla acaba acil ad adet adres aldim alabilir alici almak alo alt ama anladim arka asgari ayni az baska
        bakalim bakayim bakiyorum bana basi bayi bekliyorum belge ben beni benim bey bi bilgi bir biraz biz bizim
        boyu boy bu bugun bulabilir bunlar bunu burada buyuk cevap cok cunku da daha de degil demek diger diye dolar
        dostum edebilir eder efendim en et etmek evet fabrika fatura fiyat fiyati fiyatlar fiyatlari fotograf
        garanti geldi gelir gerek gibi gonder gonderin gonderir gonderebilir gore gorebilir gormek gun gunaydin
        gunler guzel ha hangi hanim hala hazir hediye hem hemen hepsi her hic hizli icin ihracat ihtiyac iki ile
        ilgileniyorum indirim ise istiyorum istiyoruz isterim iyi kablo kablolar kablonun kablosu kac kadar kalite
        kampanya kargo kendi kendim kim kolay kolayliklar komisyon lazim liste lutfen magaza magazam marka marketi
        mi misiniz modeller modelleri mu mumkun musteri musunuz nasil nasilsin ne neden nedir neler nerede nereye
        numune o odeme olabilir olan olarak olsun olur ona onu orgu ornek oyle oldu orada para parca pazar peki renk
        renkler sag sagol sana sarj satici satis satiyorum satiyoruz selam selamlar sen sey simdi sipariş siparis
        siz size sizde sizden sizin sonra sorun soru su sure suresi tam tamam tane tedarik tedarikci tekrar tel
        tesekkur tesekkurler teslim teslimat tip toptan toptanci tur turkiye ucret ucuz uretici uretim urun urunler
        uzun uzunluk uzunlugu var varmi ve veya verir yapilir yapiyor yapiyorsunuz yapmak yarin yeni yes yok yuksek
        yurt zaman merhaba merhabalar rica ederim haftaya"""
    ),
    "hi": words(
        """aap aapka aapke aapki aapko abhi accha acha achha achchha aisa aise aur bahut bahot bana banate banti batao
        bataiye bataye bhai bhaiya bhej bhejo bhejiye bhejna bhejdo bhi bola bolo chahie chahiye chaiye chahta
        chalega chalta chhota chiye dam daam dekh dekha dekhao dekhna dena denge de_do dijiye dikha dikhao dikhaiye
        dono dukan dukaan ek ekdum gaya ghar ha haa haan hai hain hamara hamare hamein hame hi hindi hoga hogi hota
        hoti hu hum humko hume huwa hun hoon iska iske isme itna itne jaldi jaise jana ji jo ka kab kahan kaha kaise
        kaisa kam kar karna karte karta karo karenge karke karwana kaun kaunsa kaunse kauncha ke khareedna kharidna
        ki kitna kitne kitni kitnaa ko koi konsa kuch kya kyaa kyu kyun lagega lagta lambai lega lekin lena lenge
        liye lo log maal main malik mai mal mat matlab me mein mera mere meri mil milega milegi milta mila mujhe
        muje mujhko na nahi nahin nai namaste namaskar ne paisa paise par pe phir fir pehle poocha puchna raha rahe
        rahi rakho rang sab sabse sakta sakte sath saath sasta se shukriya sirf tak theek thik thk thoda thok tera
        thodi to toh tum tumhara unka usme wala wale wali waise wo woh ya yaar yahan ye yeh zyada jyada dhanyavad
        dhanyawad bol kijiye karein bataiyega maalum pata chahte hamko apna apne apni kisi kisko baat karni karne
        sakti dukandar bhav bhaav kimat keemat batayein dikhaye bhejein rahega rahegi jayega jaega chahiyen hazar
        hazaar sau naam gaon sheher dilli"""
    ),
    "ar": words(
        """aywa aiwa ghali aswad abyad moshtari mafhemt mafhemtsh wahed wahda naw3 abi3 fatoura sheek 3a 3al 3ala
        3andak 3andik 3andkom 3andkon 3andna 3aiz 3ayez 3ayza 3awez 3ayzin 3an abgha abi aby ahlan ahlein akhi akid
        aleikum alaikum aleykum ana aktar arkhas assalam asalam as3ar ayy ayna badde badi baddi be3 bedi bekam bikam
        bkam bkm bel bes bs chno chwiya chhal ch7al dial dyal dyalkom eh eih el ento enta enty fi feeh fih fein feen
        gomla habibi hada hadi hai7 hal hala halla hatta heda hay ila ino inshallah insha5 intu inta jdid jemla
        jumla kam kem keef kif kifak kefak keda kteer ktir kull kol kwayes kwayyes la laa law leh lesh lazem ma ma3
        ma3a ma3lesh mafi marhaba mar7aba masa2 sabah saba7 elkheir el5er mashi min momken mumkin msh mish mosh
        na3am na3m naam ok salam salaam se3r se3ro si3r sora sowar suwar shu shno shukran shokran shou sho tamam
        tamem tayeb tayyeb twassel tawsil wa walla wallah wesh wen wein ya y3ni ya3ni yalla zay zayak b3d ba3d bokra
        bukra delwa2ti dlw2ti 2ad2eh adeh addeh adesh adaysh 2adesh ade 7abibi 7ag 7aga 7elw 7lw kabel wassalt wslt
        btbe3o betbe3o bet2addem nta nti bghit bghina kayn"""
    ),
    "nl": words(
        """aan al alle als alstublieft ben bent bestellen bestelling bij dag dan dank dat de deze die dit doen een en
        er goede goedemorgen goedemiddag graag groothandel hallo hebben heb hebt heeft het hij hoe hoeveel hoi ik in
        is ja jij jullie kabel kabels kan kleur kleuren kosten kunnen kunt leveren levering levertijd maar meer met
        mij mijn mooi naar nee niet nog of ook om onze op over prijs prijzen stuks te tot uit uw van veel verpakking
        voor waar wanneer wat we welke wel wij wil willen ze zij zijn zo wordt zoek zoeken monsters bedankt
        dankjewel"""
    ),
    "pl": words(
        """ale bardzo bez byc bylo cena ceny chce chcialbym co czas czesc czy dla dlugosc do dobry dostawa dzien
        dziekuje gdzie hurt hurtowo ile jak jaka jaki jakie jest jestem juz kabel kabla kable kiedy kolor kolory
        kosztuje mam mamy mi mnie mozna moze na nasz nie o od oferta pan pani panstwo po prosze probki probka
        przewod sa sie sklep sztuk ta tak to tylko w witam wysylka wyslac z za zamowic zamowienie zdjecia interesuje
        producent marka wlasna"""
    ),
    "tl": words(
        """ako akin ang anong ano ba bakit bago bibili bili boss din dito gusto ganda gawa hindi hello ilan ito iyan
        kailan kayo kami kasi ko kung lang lng magkano mag maganda meron mga mo mura na naman namin natin nasa ng
        nang ni niyo nyo oo opo paano pa pabili padala paki pakisend para pero po pwede pwd rin sa saan salamat sana
        sila siya sya talaga tayo tapos tindahan un wala yan yung yun presyo kulay ilang piraso bale ninyo"""
    ),
    "ro": words(
        """aveti buna bun cablu cabluri care ce cat cate cu cum cumpar da de din doresc este eu fara fi imi in
        interesat la livrare mai marca mea mult multumesc noi nostru nu o pe pentru poate pot pret preturi pretul
        produse putem puteti sa sau si sunt te trimite trimiteti un va vreau ziua"""
    ),
}

# Words that are the same wherever they are typed: they say nothing about the language.
NEUTRAL_WORDS: Final[frozenset[str]] = words(
    """plus max pro lite mini ultra
    ok okay okey okk okkk oki okie k kk hi hii hiii hello helo hellooo hey yo o lol haha hahaha hahah hehe hihi
    shop hmm hm mm wow no usb typec type-c usb-c lightning micro iphone ipad ios apple android samsung oppo xiaomi
    huawei vivo redmi macbook airpods moq oem odm fob cif exw ddp ddu dap fca cfr usd rmb cny eur vnd inr thb
    idr gbp aed lc tt t/t l/c paypal ce fcc rohs mfi ul iso pse kc bis ukca sni reach etl cb msds pd qc pps gan
    awg tpu tpe pvc abs led lcd sku pcs pc whatsapp whats wechat weixin zalo telegram line kakao kakaotalk
    facebook fb messenger instagram tiktok youtube shopee lazada amazon alibaba aliexpress ebay walmart temu
    shein shopify tokopedia bukalapak etsy noon ozon wildberries 1688 mercadolibre jumia flipkart meesho otto
    rakuten coupang hepsiburada trendyol dhl ups fedex tnt ems usps pdf jpg png vip tom jasper beiyijia byj
    shenzhen guangdong china uk usa us eu uae vn hk pm am cm kg gb gbps mbps watt wifi gps bluetooth b2b b2c ceo
    fba crm shop erp hs qr id x v internet online model models logo minimum video info stock design email mail
    website web"""
)

# Words that hardly stand in another language's chat: particles, pronouns, vocatives, typed abbreviations. They count
# double, so that one of them outweighs a borrowed English noun beside it.
STRONG_WORDS: Final[dict[str, frozenset[str]]] = {
    "vi": words(
        "ko dc bn nhe nhieu khong duoc minh muon vay shop oi cua nay nao roi gia bao cho xem gui cai mau ban em ad alo"
    ),
    "id": words(
        "kak kakak gan gak nggak ga dong deh sih kok bang mbak aja udah banget bisa berapa yang nih boleh minta"
    ),
    "hi": words(
        "hai kya hain ka ki ke nahi kitna kitne kitni chahiye aur mein bhai ji wala wale bhejo hum aap kaise mera"
    ),
    "ar": words("kam bkam bikam se3r shukran marhaba salam 3andi 3andkom 3ayez 3awez msh mish mumkin fi el da di"),
    "es": words("cuanto cuanta cual hola tienen quiero gracias usted ustedes para porfa y el los las mis"),
    "pt": words("voces vcs nao quanto obrigado obrigada qual tem para uma um pra seu sua ola oi"),
    "fr": words("vous je est les une des combien bonjour merci avec pour quel quelle"),
    "de": words("ich und der das ist nicht wie was gibt habt ihr wir mit fuer fur bitte danke ein eine"),
    "it": words("che per il quanto avete vorrei grazie buongiorno con gli sono una di"),
    "tr": words("ne kac var mi mu icin bir adet tane lazim tamam abi merhaba selam fiyat"),
}
