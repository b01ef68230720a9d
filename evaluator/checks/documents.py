"""What the tools have returned so far: poster documents, real media, catalogue files, product tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal

from evaluator.checks.ledger import NEVER, Dated, Firsts, Timeline, Values
from evaluator.session.models import ToolCall
from evaluator.text.markers import Marker, find_markers
from evaluator.text.normalise import fold
from evaluator.text.numbers import find_numbers

_VIETNAMESE = ("越南", "vietnam", "việt", "viet", "tieng viet")
_ENGLISH = ("英文", "英语", "english", "tiếng anh", "_en", "-en")
_POSTER = ("海报", "海報", "poster", "áp phích")
_CATALOGUE = ("目录", "目錄", "catalog", "catálogo", "danh mục")


class Topic:
    """The searches of a session on one subject: when one was made, when one found something, and what it found."""

    def __init__(self, words: Sequence[str], searches: Iterable[tuple[int, ToolCall]]) -> None:
        self.searched = NEVER
        self.hit = NEVER
        self.figures: Firsts[tuple[str, Decimal]] = Firsts()  # kind and lower end
        contents: Firsts[str] = Firsts()
        for turn, call in searches:
            relevant = [doc for doc in documents_of(call) if mentions(doc[0], words) or mentions(doc[1], words)]
            if relevant or (self.searched > turn and mentions(query_of(call), words)):
                self.searched = min(self.searched, turn)
            if relevant:
                self.hit = min(self.hit, turn)
            for _, content in relevant:
                contents.add(content, turn)
        for content, turn in contents.turn_of.items():
            for number in find_numbers(content, "zh"):
                self.figures.add((number.kind, number.low), turn)


class Returned:
    """All that the tools returned in a session, by the turn that each thing first came in."""

    def __init__(self, turns: Iterable[Sequence[ToolCall] | None]) -> None:
        self.posters: Values[str, str | None] = Values()
        self.poster_order: Values[str, int] = Values()
        self.images: Firsts[str] = Firsts()
        self.product_images: Firsts[str] = Firsts()
        self.documents: Firsts[str] = Firsts()
        self.catalogue_files: Firsts[str] = Firsts()
        self.videos: Firsts[str] = Firsts()
        self.video_ids: Firsts[str] = Firsts()
        self.knowledge_videos: Firsts[str] = Firsts()
        self.detail_urls: Firsts[str] = Firsts()
        self.searches: list[tuple[int, ToolCall]] = []
        self.poster_searches: Timeline[tuple[int, ToolCall]] = Timeline()
        self.catalogue_search = NEVER
        self._topics: dict[tuple[str, ...], Topic] = {}
        for number, calls in enumerate(turns, start=1):
            for call in calls or ():
                self._add(call, number)

    def topic(self, words: tuple[str, ...]) -> Topic:
        """The searches on the subject that these words name."""
        if words not in self._topics:
            self._topics[words] = Topic(words, self.searches)
        return self._topics[words]

    def _add(self, call: ToolCall, turn: int) -> None:
        match call.name:
            case "knowledge_search":
                self._add_search(call, turn)
            case "get_product_media":
                self._add_media(call, turn)
            case "search_products" | "get_product_detail":
                for url in _texts_at(call.result, "detailUrl"):
                    self.detail_urls.add(url, turn)

    def _add_search(self, call: ToolCall, turn: int) -> None:
        self.searches.append((turn, call))
        if is_poster_search(call):
            self.poster_searches.set((turn, call), turn)
        if self.catalogue_search == NEVER and is_catalogue_search(call):
            self.catalogue_search = turn
        for title, content in documents_of(call):
            poster = is_poster_document(title, content)
            for number, marker in enumerate(find_markers(content)):
                if not marker.id:
                    continue
                if marker.kind == "IMAGE":
                    self.images.add(marker.id, turn)
                    if poster:
                        self.posters.set(marker.id, document_language(title, marker), turn)
                        self.poster_order.set(marker.id, number, turn)
                elif marker.kind == "DOCUMENT":
                    self.documents.add(marker.id, turn)
                    if mentions(title, _CATALOGUE) or mentions(marker.raw, _CATALOGUE):
                        self.catalogue_files.add(marker.id, turn)
                elif marker.kind == "KBVIDEO":
                    self.knowledge_videos.add(marker.id, turn)

    def _add_media(self, call: ToolCall, turn: int) -> None:
        items = call.result.get("items") if isinstance(call.result, dict) else None
        for item in items if isinstance(items, list) else ():
            if not isinstance(item, dict):
                continue
            number, url = item.get("id"), item.get("url")
            if item.get("type") == "VIDEO":
                if isinstance(url, str):
                    self.videos.add(url, turn)
                if isinstance(number, str):
                    self.video_ids.add(number, turn)
            elif isinstance(number, str):
                self.images.add(number, turn)
                self.product_images.add(number, turn)


class Knowledge:
    """What the tools had returned by the end of a turn: a view of what they returned in the session."""

    __slots__ = ("_returned", "_turn")

    def __init__(self, returned: Returned, turn: int) -> None:
        self._returned = returned
        self._turn = turn

    @property
    def posters(self) -> Dated[str, str | None]:
        """Poster ids with the language of their document."""
        return self._returned.posters.by(self._turn)

    @property
    def poster_order(self) -> Mapping[str, int]:
        """Poster ids with their place in the document."""
        return self._returned.poster_order.by(self._turn)

    @property
    def images(self) -> Set[str]:
        """Ids of pictures from documents and product media."""
        return self._returned.images.by(self._turn)

    @property
    def product_images(self) -> Set[str]:
        """Ids of pictures from product media."""
        return self._returned.product_images.by(self._turn)

    @property
    def documents(self) -> Set[str]:
        """Ids of files (DOCUMENT)."""
        return self._returned.documents.by(self._turn)

    @property
    def catalogue_files(self) -> Set[str]:
        """Those of them that are the catalogue."""
        return self._returned.catalogue_files.by(self._turn)

    @property
    def videos(self) -> Set[str]:
        """Addresses of videos from get_product_media."""
        return self._returned.videos.by(self._turn)

    @property
    def video_ids(self) -> Set[str]:
        """Ids of videos from get_product_media."""
        return self._returned.video_ids.by(self._turn)

    @property
    def knowledge_videos(self) -> Set[str]:
        """Ids of videos in documents (KBVIDEO)."""
        return self._returned.knowledge_videos.by(self._turn)

    @property
    def detail_urls(self) -> Set[str]:
        """The back office's addresses of products."""
        return self._returned.detail_urls.by(self._turn)

    @property
    def searches(self) -> Sequence[ToolCall]:
        """The searches of the knowledge base."""
        return tuple(call for turn, call in self._returned.searches if turn <= self._turn)

    @property
    def poster_search(self) -> tuple[int, ToolCall] | None:
        """The newest search for the posters, with its turn."""
        return self._returned.poster_searches.at(self._turn)

    @property
    def catalogue_searched(self) -> bool:
        """Whether the full catalogue was searched for."""
        return self._returned.catalogue_search <= self._turn

    def searched(self, words: tuple[str, ...]) -> tuple[bool, bool]:
        """Whether a subject was searched for, and whether something on it came back."""
        topic = self._returned.topic(words)
        return topic.searched <= self._turn, topic.hit <= self._turn

    def figures_on(self, words: tuple[str, ...]) -> Set[tuple[str, Decimal]]:
        """Kind and lower end of the figures that came back on a subject."""
        return self._returned.topic(words).figures.by(self._turn)

    def has_media(self, ids: Iterable[str]) -> bool:
        """Whether any of these ids was returned as media of a single product."""
        known = self.product_images
        return any(number in known for number in ids)


def documents_of(call: ToolCall) -> Iterator[tuple[str, str]]:
    """Title and content of the documents that a knowledge search returned."""
    documents = call.result.get("documents") if isinstance(call.result, dict) else None
    for document in documents if isinstance(documents, list) else ():
        if isinstance(document, dict):
            title, content = document.get("title"), document.get("content")
            yield (title if isinstance(title, str) else "", content if isinstance(content, str) else "")


def is_poster_document(title: str, content: str) -> bool:
    """Whether a document is one of quick-selection posters: by its title, else by its markers."""
    if mentions(title, _POSTER):
        return True
    images = [marker for marker in find_markers(content) if marker.kind == "IMAGE"]
    return len(images) == 2 and all(mentions(marker.raw, _POSTER) for marker in images)


def document_language(title: str, marker: Marker) -> str | None:
    """The language that a poster document is for, from its title, else from the marker's id."""
    for text in (title, marker.id or ""):
        if mentions(text, _VIETNAMESE) or text.startswith(("vi-", "vi_", "vn-", "vn_")):
            return "vi"
        if mentions(text, _ENGLISH) or text.startswith(("en-", "en_")):
            return "en"
    return None


def is_poster_search(call: ToolCall) -> bool:
    """Whether a knowledge search looks for the posters, by its query or by what it returned."""
    if call.name != "knowledge_search":
        return False
    return mentions(query_of(call), _POSTER) or any(is_poster_document(*document) for document in documents_of(call))


def is_catalogue_search(call: ToolCall) -> bool:
    """Whether a knowledge search looks for the full catalogue."""
    if call.name != "knowledge_search":
        return False
    return mentions(query_of(call), _CATALOGUE) or any(mentions(title, _CATALOGUE) for title, _ in documents_of(call))


def query_of(call: ToolCall) -> str:
    """The text that a search was made with."""
    return " ".join(value for value in call.argument_map.values() if isinstance(value, str))


def mentions(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in the text, in any case or width."""
    folded = fold(text)
    return any(word in folded for word in words)


def _texts_at(value: object, key: str) -> Iterator[str]:
    """Every text under this key, at any depth (iteratively: a tool result may be nested as deep as it likes)."""
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, dict):
            found = current.get(key)
            if isinstance(found, str):
                yield found
            waiting.extend(current.values())
        elif isinstance(current, list):
            waiting.extend(current)
