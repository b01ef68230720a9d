"""Turns an export of messages (chat.csv) into session records, one a line: an example to copy and to change.

    python3 convert.py chat.csv > chats.jsonl

Each row has the chat, the time, who sent it (`buyer`, `image`, `staff`, `bot`, `opportunity`, or `tool:` and the tool's
name), the text, and something extra: a tool's result, or the form keys that a reply asks for.
"""

import csv
import json
import sys

ZONE = "+08:00"  # of times without an offset, where you know it; "" leaves them as they are
OWN_NAMES = {"kb.query": "knowledge_search"}  # the platform's names of the tools: those that sim knows


def time_of(row):
    """The time as it came; a bare one gets the zone in which the platform writes."""
    time = row["time"].replace(" ", "T")
    bare = len(time) == len("2026-03-02T16:40:00")
    return time + ZONE if bare else time


def tool_call(row):
    """A tool's call under the name and in the shape that sim knows."""
    name, arguments, result = row["from"].removeprefix("tool:"), json.loads(row["text"]), json.loads(row["extra"])
    if name == "kb.query":
        arguments = {"query": arguments["q"]}
        result = {"documents": [{"title": hit["name"], "content": hit["body"]} for hit in result]}
    return {"agent": "inquiry", "name": OWN_NAMES.get(name, name), "arguments": arguments, "result": result}


def message(row):
    """A message of the customer or of a colleague. A picture without recognition has an id and nothing else."""
    sender = "staff" if row["from"] == "staff" else "customer"
    if row["from"] == "image":
        return {"sender": sender, "created_at": time_of(row), "text": "", "images": [{"id": row["text"]}]}
    return {"sender": sender, "created_at": time_of(row), "text": row["text"]}


def answer(turn, row):
    """The reply; several bubbles in a row are one reply."""
    if turn["inquiry"]:
        turn["inquiry"]["replyText"] += "\n" + row["text"]
    else:
        turn["inquiry"] = {"replyText": row["text"], "askedFieldKeys": row["extra"].split(), "published": True}


def turns_of(rows):
    """The turns of one chat: what came before an answer, and that answer."""
    turns = []
    for row in rows:
        who = row["from"]
        if who in ("buyer", "image", "staff"):
            if not turns or any(turns[-1][key] for key in ("tool_calls", "inquiry", "opportunity")):
                turns.append({"inbound": [], "tool_calls": [], "inquiry": None, "opportunity": []})
            turns[-1]["inbound"].append(message(row))
        elif not turns:
            continue  # what comes before the first message belongs to no turn
        elif who.startswith("tool:"):
            turns[-1]["tool_calls"].append(tool_call(row))
        elif who == "opportunity":
            context = {"createdAt": turns[-1]["inbound"][-1]["created_at"]}
            turns[-1]["opportunity"].append({"phase": "inbound", "context": context, "raw": row["text"]})
        else:
            answer(turns[-1], row)
    return turns


def main(path):
    """Prints a record for each chat."""
    sys.stdout.reconfigure(encoding="utf-8")
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    logs = {
        "tool_calls": any(row["from"].startswith("tool:") for row in rows),
        "opportunity": any(row["from"] == "opportunity" for row in rows),
    }
    chats = {}
    for row in rows:
        chats.setdefault(row["chat"], []).append(row)
    for chat, of_chat in chats.items():
        turns = turns_of(of_chat)
        for turn in turns:
            for log, kept in logs.items():
                if not kept:
                    del turn[log]  # an export without the log must not say that nothing was called
        print(json.dumps({"schema": "sim.session/1", "session_id": chat, "turns": turns}, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
