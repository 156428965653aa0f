/** Overlays that close gaps, by name: several at once, and each alone. */
import { stringify } from "yaml";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { overlayFrom } from "../../src/answers/command.ts";
import { closedBy, type Overlay } from "../../src/overlay/overlay.ts";
import { proposeClosures, toOverlay } from "../../src/propose/propose.ts";
import { contract } from "./contract.ts";
import { observe } from "./observing.ts";
import { answerKinds, head, otherAnswers } from "./owner-answers.ts";
import { recordingLikeEmulator } from "./recording.ts";

interface Given {
  gap: string;
  answer: unknown;
}

async function answered(given: Given[]): Promise<Overlay> {
  await using folder = await temporaryFolder();
  const answers = Object.fromEntries(given.map(({ gap, answer }) => [gap, answer]));
  const file = await folder.write("answers.yaml", stringify({ ...head, answers }));
  return (await overlayFrom(contract, file)).overlay;
}

async function answeredAlone(name: string, given: Given[]): Promise<[string, Overlay][]> {
  return Promise.all(
    given.map(async (one): Promise<[string, Overlay]> => [
      `${name}:${one.gap}`,
      await answered([one]),
    ]),
  );
}

const observations = observe(recordingLikeEmulator(200));
const proposed = toOverlay(proposeClosures(contract, observations), observations);
const words = collectGaps(contract).map(({ id }) => ({ gap: id, answer: "It is so." }));

/** All that recordings show, answers of every kind, other answers to the same gaps, and every gap closed in words. */
export const closuresTogether = new Map<string, Overlay>([
  ["recordings", proposed],
  ["answers", await answered(answerKinds)],
  ["other-answers", await answered(otherAnswers)],
  ["words", await answered(words)],
]);

export const closuresAlone = new Map<string, Overlay>([
  ...closedBy(proposed).map((gap): [string, Overlay] => [
    `recordings:${gap}`,
    { ...proposed, actions: proposed.actions.filter((action) => action["x-closes"] === gap) },
  ]),
  ...(await answeredAlone("answers", answerKinds)),
  ...(await answeredAlone("other-answers", otherAnswers)),
]);
