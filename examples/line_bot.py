"""A bot as a program: a question a line on its input, an answer a line on its output. Standard library only.

shindig arena tall-card "cmd:python3 examples/line_bot.py" random --deals 20
"""

import json
import random
import sys


def choose(question):
    """Any legal action: the same one whenever the same is asked."""
    chance = random.Random(f"{question['who']} {question['view']}")
    first, last = chance.choice(question["legal"])
    return chance.randint(first, last)


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "action": choose(question)}), flush=True)
