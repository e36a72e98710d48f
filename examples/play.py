"""Plays a round of a scene: python3 examples/play.py <key> [address of the stage]"""
import json, sys, urllib.error, urllib.request, uuid

KEY = sys.argv[1]
STAGE = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8787"


def call(method, path, body=None):
    """One request. A POST has a key of its own, so that it can be sent again when no answer comes."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if method == "POST":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for tries_left in (2, 1, 0):
        request = urllib.request.Request(STAGE + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=150) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            sys.exit(f"{problem['title']}: {problem['detail']} {problem.get('fix', '')}")
        except OSError:
            if tries_left == 0 or method not in ("GET", "POST"):
                raise


scene = call("POST", "/v1/scenes", {"template": "lighthouse"})
persona = scene["personas"][0]["id"]
turn = {"type": "user", "text": "Who lit the lamp?", "personaId": persona}
call("POST", f"/v1/scenes/{scene['id']}/turns?wait=1", turn)

after = 0
while True:
    page = call("GET", f"/v1/scenes/{scene['id']}/events?after={after}&limit=100")
    for event in page["events"]:
        after = event["seq"]
        if event["kind"] in ("player.spoke", "character.spoke"):
            print(f"{event['payload']['name']}: {event['payload']['text']}")
    if page["next"] is None:
        break
