"""Customer messages and replies of the tests' own, with what each surely does.

They are written as buyers and the assistant write, without sight of the lexicons, the phrase files and the labelled
conversations. An expected act is `act` or `act=value`; there may be others beside it.
"""

from __future__ import annotations

from typing import Final

# language → (message, the acts that it surely holds)
CUSTOMER: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {
    "en": [
        ("what's your rate for 2000 of these?", ("asks_price",)),
        ("how low can the first order be, whats the MOQ", ("asks_moq",)),
        ("can i get a sample before ordering", ("asks_sample",)),
        ("we only take USB-C to Lightning", ("states_interface=c-lightning",)),
        ("around 4500 pcs to start", ("states_quantity=4500",)),
        ("I'd rather speak to a real person", ("asks_human",)),
        ("pls share your complete catalogue", ("asks_catalogue=full",)),
        ("we are an importer and wholesaler in Ghana", ("states_customer_type=wholesale",)),
        ("I own the company", ("states_role=owner",)),
        ("I'm the purchasing manager here", ("states_role=purchaser",)),
        ("how many watts does it support?", ("asks_parameter=power",)),
        ("can you print our logo on it?", ("asks_logo",)),
        ("what is the lead time", ("asks_delivery",)),
        ("are you a bot?", ("asks_identity",)),
    ],
    "zh": [
        ("这款单价怎么算", ("asks_price",)),
        ("最低多少条起订啊", ("asks_moq",)),
        ("先寄个样品看看行不", ("asks_sample",)),
        ("我们要双头Type-C的", ("states_interface=c-c",)),
        ("第一批大概3000条", ("states_quantity=3000",)),
        ("转人工吧", ("asks_human",)),
        ("把你们全套的产品目录发我一份", ("asks_catalogue=full",)),
        ("我在亚马逊开店的", ("states_customer_type=online",)),
        ("我就是老板", ("states_role=owner",)),
        ("我是公司采购", ("states_role=purchaser",)),
        ("交货期一般多久", ("asks_delivery",)),
        ("怎麼付款呢", ("asks_payment",)),
    ],
    "vi": [
        ("giá sỉ loại này bao nhiêu vậy em", ("asks_price",)),
        ("đặt tối thiểu mấy sợi?", ("asks_moq",)),
        ("cho chị xin hàng mẫu trước được không", ("asks_sample",)),
        ("bên mình lấy cáp Type-C ra Lightning", ("states_interface=c-lightning",)),
        ("chị lấy 2500 cái", ("states_quantity=2500",)),
        ("cho tôi gặp nhân viên tư vấn", ("asks_human",)),
        ("gửi giúp anh trọn bộ catalogue nhé", ("asks_catalogue=full",)),
        ("bên em bán hàng online trên Shopee", ("states_customer_type=online",)),
        ("anh là chủ công ty", ("states_role=owner",)),
        ("tôi phụ trách thu mua", ("states_role=purchaser",)),
    ],
    "vi-bare": [
        ("gia si loai nay bao nhieu vay em", ("asks_price",)),
        ("dat toi thieu may soi?", ("asks_moq",)),
        ("cho chi xin hang mau truoc duoc khong", ("asks_sample",)),
        ("ben minh lay cap Type-C ra Lightning", ("states_interface=c-lightning",)),
        ("chi lay 2500 cai", ("states_quantity=2500",)),
        ("cho toi gap nhan vien tu van", ("asks_human",)),
        ("gui giup anh tron bo catalogue nhe", ("asks_catalogue=full",)),
        ("ben em ban hang online tren Shopee", ("states_customer_type=online",)),
        ("anh la chu cong ty", ("states_role=owner",)),
        ("toi phu trach thu mua", ("states_role=purchaser",)),
    ],
    "es": [
        ("¿a cómo me deja el cable? necesito precio", ("asks_price",)),
        ("¿cuál es el pedido mínimo?", ("asks_moq",)),
        ("¿me pueden mandar una muestra?", ("asks_sample",)),
        ("buscamos USB-C a Lightning", ("states_interface=c-lightning",)),
        ("serían unas 1500 piezas", ("states_quantity=1500",)),
        ("quiero hablar con una persona", ("asks_human",)),
        ("envíeme el catálogo completo por favor", ("asks_catalogue=full",)),
        ("somos mayoristas en Lima", ("states_customer_type=wholesale",)),
        ("soy el dueño", ("states_role=owner",)),
        ("soy el encargado de compras", ("states_role=purchaser",)),
    ],
    "ar": [
        ("بكم الكيبل الواحد؟", ("asks_price",)),
        ("ما هو الحد الأدنى للطلب؟", ("asks_moq",)),
        ("هل يمكن إرسال عينة أولا؟", ("asks_sample",)),
        ("نريد كابل Type-C إلى Lightning", ("states_interface=c-lightning",)),
        ("الكمية 2000 قطعة", ("states_quantity=2000",)),
        ("أريد التحدث مع موظف", ("asks_human",)),
        ("أرسل لي الكتالوج الكامل من فضلك", ("asks_catalogue=full",)),
        ("نحن تجار جملة في دبي", ("states_customer_type=wholesale",)),
        ("أنا صاحب الشركة", ("states_role=owner",)),
        ("كم مدة التسليم؟", ("asks_delivery",)),
    ],
    "fr": [
        ("c'est quoi votre tarif pour ce câble ?", ("asks_price",)),
        ("quelle est la commande minimum ?", ("asks_moq",)),
        ("puis-je recevoir un échantillon ?", ("asks_sample",)),
        ("je voudrais parler à un conseiller", ("asks_human",)),
        ("nous sommes grossistes à Lyon", ("states_customer_type=wholesale",)),
    ],
    "hi": [
        ("इस केबल का रेट क्या है?", ("asks_price",)),
        ("न्यूनतम ऑर्डर कितना है?", ("asks_moq",)),
        ("क्या सैंपल मिल सकता है?", ("asks_sample",)),
        ("mujhe kisi insaan se baat karni hai", ("asks_human",)),
    ],
    "id": [
        ("harganya berapa kak?", ("asks_price",)),
        ("minimal order berapa?", ("asks_moq",)),
        ("boleh minta sampel dulu?", ("asks_sample",)),
        ("saya mau bicara dengan admin", ("asks_human",)),
    ],
    "ja": [
        ("単価はおいくらですか", ("asks_price",)),
        ("最小ロットを教えてください", ("asks_moq",)),
        ("サンプルを送ってもらえますか?", ("asks_sample",)),
        ("担当者と話したいです", ("asks_human",)),
    ],
    "ko": [
        ("이거 단가가 어떻게 되나요?", ("asks_price",)),
        ("최소 주문 수량이 얼마예요?", ("asks_moq",)),
        ("샘플 받아볼 수 있을까요?", ("asks_sample",)),
        ("상담원 연결해 주세요", ("asks_human",)),
    ],
    "pt": [
        ("quanto custa cada cabo?", ("asks_price",)),
        ("qual o pedido mínimo?", ("asks_moq",)),
        ("vocês mandam amostra?", ("asks_sample",)),
        ("quero falar com um atendente", ("asks_human",)),
    ],
    "ru": [
        ("сколько стоит такой кабель?", ("asks_price",)),
        ("какой минимальный заказ?", ("asks_moq",)),
        ("можно получить образец?", ("asks_sample",)),
        ("соедините с живым человеком", ("asks_human",)),
    ],
    "th": [
        ("สายนี้ราคาเท่าไหร่คะ", ("asks_price",)),
        ("ขั้นต่ำสั่งกี่เส้นครับ", ("asks_moq",)),
        ("ขอตัวอย่างก่อนได้ไหมคะ", ("asks_sample",)),
        ("ขอคุยกับพนักงานได้ไหม", ("asks_human",)),
    ],
}

# language → (message, the acts that it must not surely hold): what is only mentioned, denied or thanked for.
CUSTOMER_NOT: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {
    "en": [
        ("ok let me have a look first", ("asks_product", "asks_picture", "asks_human")),
        ("we don't need samples", ("asks_sample",)),
        ("thanks for the price", ("asks_price",)),
        ("what's the shipping cost to Lagos?", ("asks_price",)),
        ("how much is the sample fee?", ("asks_price",)),
        ("don't call me", ("asks_human", "wants_wechat")),
        ("no need for a person, you are doing fine", ("asks_human",)),
        ("are you the owner?", ("states_role=owner",)),
    ],
    "zh": [
        ("样品就不用了", ("asks_sample",)),
        ("运费多少", ("asks_price",)),
        ("好的我看看", ("asks_product", "asks_catalogue")),
        ("你们是批发商吗", ("states_customer_type=wholesale",)),
    ],
    "vi": [
        ("không cần mẫu đâu", ("asks_sample",)),
        ("phí vận chuyển bao nhiêu?", ("asks_price",)),
        ("vâng để em xem đã", ("asks_product", "asks_human")),
    ],
    "vi-bare": [
        ("khong can mau dau", ("asks_sample",)),
        ("phi van chuyen bao nhieu?", ("asks_price",)),
        ("vang de em xem da", ("asks_product", "asks_human")),
    ],
    "es": [
        ("no necesitamos muestras", ("asks_sample",)),
        ("¿cuánto cuesta el envío?", ("asks_price",)),
        ("gracias, ya lo reviso", ("asks_price", "asks_human")),
    ],
    "ar": [
        ("لا نحتاج عينات", ("asks_sample",)),
        ("كم تكلفة الشحن؟", ("asks_price",)),
        ("شكرا سأراجع الآن", ("asks_price", "asks_human")),
    ],
}

INTRODUCTION: Final[dict[str, str]] = {
    "en": "Hello, this is Tom Jasper of Beiyijia, we make charging cables. Which fits you best: wholesale or import,"
    " selling online, your own brand, or corporate gifts?",
    "zh": "您好，我是贝怡佳的Tom Jasper，专做快充线的工厂。请问您这边是批发进口、网店销售、自有品牌，还是礼品定制呢？",
    "vi": "Chào anh chị, em là Tom Jasper, nhà máy cáp sạc Beiyijia. Mình đang làm bán sỉ nhập khẩu, bán hàng online,"
    " thương hiệu riêng hay quà tặng ạ?",
    "es": "Hola, le saluda Tom Jasper de Beiyijia, fábrica de cables de carga. ¿Usted se dedica a la venta mayorista o"
    " importación, a la venta en línea, a su marca propia o a regalos corporativos?",
    "ar": "مرحبا، معك Tom Jasper من مصنع الكابلات Beiyijia. هل تعملون في الجملة والاستيراد، أو البيع عبر الإنترنت، أو علامة تجارية"
    " خاصة، أو الهدايا؟",
    "fr": "Bonjour, Tom Jasper de l'usine de câbles Beiyijia. Vous êtes plutôt dans la vente en gros ou l'import, la"
    " vente en ligne, votre propre marque ou les cadeaux d'entreprise ?",
    "hi": "नमस्ते, मैं Tom Jasper, Beiyijia केबल फैक्ट्री से। आप थोक या आयात, ऑनलाइन बिक्री, अपना ब्रांड या गिफ्ट के लिए ले रहे हैं?",
    "id": "Halo, saya Tom Jasper dari pabrik kabel Beiyijia. Kakak untuk grosir atau impor, jualan online, merek sendiri"
    " atau hadiah perusahaan?",
    "ja": "こんにちは、充電ケーブル工場の貝怡佳（Beiyijia）のTom Jasperです。卸売・輸入、ネット販売、自社ブランド、ギフトのどれに当たりますか？",
    "ko": "안녕하세요, 충전 케이블 공장 Beiyijia의 Tom Jasper입니다. 도매나 수입, 온라인 판매, 자체 브랜드, 선물용 중 어느 쪽이신가요?",
    "pt": "Olá, aqui é o Tom Jasper, da fábrica de cabos Beiyijia. Vocês trabalham com atacado ou importação, venda"
    " online, marca própria ou brindes?",
    "ru": "Здравствуйте, я Tom Jasper, завод кабелей Beiyijia. Вы занимаетесь оптом или импортом, онлайн-продажами,"
    " своим брендом или подарками?",
    "th": "สวัสดีครับ ผม Tom Jasper จากโรงงานสายชาร์จ Beiyijia ครับ คุณลูกค้าทำขายส่งหรือนำเข้า ขายออนไลน์ แบรนด์ของตัวเอง"
    " หรือของขวัญครับ?",
}

DEFERRAL: Final[dict[str, str]] = {
    "en": "Our sales manager will work out the unit price and come back to you.",
    "zh": "单价由我们销售经理核算后回复您。",
    "vi": "Phần giá thì quản lý kinh doanh bên em sẽ tính và báo lại ạ.",
    "es": "Nuestro gerente de ventas le calculará el precio y le responderá.",
    "ar": "سيقوم مدير المبيعات لدينا بحساب السعر والرد عليكم.",
    "fr": "Notre responsable commercial va calculer le prix et revenir vers vous.",
    "hi": "कीमत हमारे सेल्स मैनेजर हिसाब करके आपको बताएंगे।",
    "id": "Harganya akan dihitung oleh manajer penjualan kami dan dikabari kembali.",
    "ja": "単価は営業担当が計算のうえご連絡いたします。",
    "ko": "단가는 저희 영업 담당자가 계산해서 회신드리겠습니다.",
    "pt": "Nosso gerente de vendas vai calcular o preço e retornar para você.",
    "ru": "Цену рассчитает наш менеджер по продажам и ответит вам.",
    "th": "ราคาทางผู้จัดการฝ่ายขายจะคำนวณและแจ้งกลับครับ",
}

CLOSING: Final[dict[str, str]] = {
    "en": "We have received your details. It is outside our working hours now; tomorrow when we are back we will"
    " confirm the specifications and the quotation with you.",
    "zh": "您的信息已收到。现在是非工作时间，明天上班后我们会跟您确认规格和报价。",
    "vi": "Bên em đã nhận được thông tin của mình. Hiện đang ngoài giờ làm việc, ngày mai vào giờ làm bên em sẽ xác nhận"
    " thông số và báo giá ạ.",
    "es": "Hemos recibido su información. Ahora estamos fuera del horario laboral; mañana, al abrir, le confirmaremos"
    " las especificaciones y la cotización.",
    "ar": "لقد استلمنا معلوماتكم. نحن الآن خارج ساعات العمل، وغدا عند بدء الدوام سنؤكد لكم المواصفات وعرض السعر.",
    "fr": "Nous avons bien reçu vos informations. Nous sommes en dehors des heures de travail ; demain, à l'ouverture,"
    " nous confirmerons les spécifications et le devis.",
    "hi": "आपकी जानकारी मिल गई है। अभी ऑफिस का समय नहीं है, कल काम शुरू होने पर हम स्पेसिफिकेशन और कोटेशन कन्फर्म करेंगे।",
    "id": "Informasi kakak sudah kami terima. Sekarang di luar jam kerja, besok saat buka kami akan konfirmasi"
    " spesifikasi dan penawaran harga.",
    "ja": "ご連絡内容を承りました。ただいま営業時間外ですので、明日の営業開始後に仕様とお見積りをご確認いたします。",
    "ko": "남겨주신 내용 잘 받았습니다. 지금은 업무 시간이 아니라서, 내일 업무 시작 후 사양과 견적을 확인해 드리겠습니다.",
    "pt": "Recebemos as suas informações. Agora estamos fora do horário de expediente; amanhã, quando abrirmos,"
    " confirmaremos as especificações e a cotação.",
    "ru": "Мы получили вашу информацию. Сейчас нерабочее время, завтра с началом рабочего дня подтвердим характеристики"
    " и расчёт цены.",
    "th": "ได้รับข้อมูลของคุณลูกค้าแล้วครับ ตอนนี้อยู่นอกเวลาทำการ พรุ่งนี้เมื่อเปิดทำการจะยืนยันสเปกและใบเสนอราคาครับ",
}

LOOK: Final[dict[str, str]] = {
    "en": "Which style would you prefer?",
    "zh": "您比较喜欢哪种款式呢？",
    "vi": "Mình thích kiểu dáng nào hơn ạ?",
    "es": "¿Qué estilo le gusta más?",
    "ar": "أي تصميم تفضلون؟",
    "fr": "Quel style préférez-vous ?",
    "hi": "आपको कौन सा डिज़ाइन पसंद है?",
    "id": "Kakak lebih suka model yang mana?",
    "ja": "どのデザインがお好みですか？",
    "ko": "어떤 디자인이 마음에 드세요?",
    "pt": "Qual estilo você prefere?",
    "ru": "Какой дизайн вам больше нравится?",
    "th": "คุณลูกค้าชอบแบบไหนครับ?",
}
