"""What the tools have returned so far: poster documents, real media, catalogue files, product tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evaluator.session.models import ToolCall
from evaluator.text.markers import Marker, find_markers
from evaluator.text.normalise import fold

_VIETNAMESE = ("越南", "vietnam", "việt", "viet", "tieng viet")
_ENGLISH = ("英文", "英语", "english", "tiếng anh", "_en", "-en")
_POSTER = ("海报", "海報", "poster", "áp phích")
_CATALOGUE = ("目录", "目錄", "catalog", "catálogo", "danh mục")


@dataclass(frozen=True)
class Knowledge:
    """Grows turn by turn; each turn sees what was returned up to and with it."""

    posters: Mapping[str, str | None] = field(default_factory=dict)  # poster id → language of its document
    poster_order: Mapping[str, int] = field(default_factory=dict)
    images: frozenset[str] = frozenset()  # ids from documents and product media
    product_images: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()  # DOCUMENT ids
    catalogue_files: frozenset[str] = frozenset()
    videos: frozenset[str] = frozenset()  # urls from get_product_media
    video_ids: frozenset[str] = frozenset()
    knowledge_videos: frozenset[str] = frozenset()
    detail_urls: frozenset[str] = frozenset()
    searches: tuple[ToolCall, ...] = ()

    def after(self, calls: Sequence[ToolCall] | None) -> "Knowledge":
        """What is known once these calls have returned."""
        knowledge = self
        for call in calls or ():
            knowledge = knowledge._with(call)
        return knowledge

    def has_media(self, ids: Iterable[str]) -> bool:
        """Whether any of these ids was returned as media of a single product."""
        return not self.product_images.isdisjoint(ids)

    def _with(self, call: ToolCall) -> "Knowledge":
        match call.name:
            case "knowledge_search":
                return self._with_documents(call)
            case "get_product_media":
                return self._with_media(call)
            case "search_products" | "get_product_detail":
                urls = frozenset(_texts_at(call.result, "detailUrl"))
                return _replace(self, detail_urls=self.detail_urls | urls)
            case _:
                return self

    def _with_documents(self, call: ToolCall) -> "Knowledge":
        posters, order = dict(self.posters), dict(self.poster_order)
        images, files = set(self.images), set(self.documents)
        catalogues, clips = set(self.catalogue_files), set(self.knowledge_videos)
        for title, content in documents_of(call):
            poster = is_poster_document(title, content)
            markers = find_markers(content)
            for number, marker in enumerate(markers):
                if marker.kind == "IMAGE" and marker.id:
                    images.add(marker.id)
                    if poster:
                        posters[marker.id] = document_language(title, marker)
                        order[marker.id] = number
                elif marker.kind == "DOCUMENT" and marker.id:
                    files.add(marker.id)
                    if mentions(title, _CATALOGUE) or mentions(marker.raw, _CATALOGUE):
                        catalogues.add(marker.id)
                elif marker.kind == "KBVIDEO" and marker.id:
                    clips.add(marker.id)
        return _replace(
            self,
            posters=posters,
            poster_order=order,
            images=frozenset(images),
            documents=frozenset(files),
            catalogue_files=frozenset(catalogues),
            knowledge_videos=frozenset(clips),
            searches=(*self.searches, call),
        )

    def _with_media(self, call: ToolCall) -> "Knowledge":
        items = call.result.get("items") if isinstance(call.result, dict) else None
        images, videos, ids = set(self.product_images), set(self.videos), set(self.video_ids)
        for item in items if isinstance(items, list) else ():
            if not isinstance(item, dict):
                continue
            number, url = item.get("id"), item.get("url")
            if item.get("type") == "VIDEO":
                videos.update([url] if isinstance(url, str) else [])
                ids.update([number] if isinstance(number, str) else [])
            elif isinstance(number, str):
                images.add(number)
        return _replace(
            self,
            images=self.images | images,
            product_images=frozenset(images),
            videos=frozenset(videos),
            video_ids=frozenset(ids),
        )


def _replace(knowledge: Knowledge, **changes: object) -> Knowledge:
    values = {name: getattr(knowledge, name) for name in Knowledge.__dataclass_fields__}
    return Knowledge(**{**values, **changes})


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
