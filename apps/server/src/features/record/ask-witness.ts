import { base64Of } from '@finlist/domain/record/bytes'
import { cosignedAt } from '@finlist/domain/record/cosignature'
import type { MerkleTree } from '@finlist/domain/record/merkle'
import type { Witness } from '../../config.ts'
import { recordTools } from '../../db/record/record-key.ts'

/** Limits on a witness's response. */
const most = { lines: 16, characters: 10_000 }

/** Thrown if the witness did not respond, or did not respond as specified. A later attempt may succeed. */
export class WitnessAway extends Error {}

/** Thrown if the witness refuses to countersign, because it has a different record or does not know our key. */
export class WitnessRefuses extends Error {}

export type Signed = { size: number; text: string; note: string }
export type Cosigned = { line: string; time: number }

/**
 * Asks a witness to countersign the checkpoint, with a proof that this record extends the one of `from` entries that
 * the witness last signed (C2SP tlog-witness). Throws WitnessAway or WitnessRefuses.
 */
export async function askWitness(
  witness: Witness,
  { size, text, note }: Signed,
  { tree, from, withinMs }: { tree: MerkleTree; from: number; withinMs: number },
): Promise<Cosigned> {
  let answer = await send(witness, from)
  // The response names the size that the witness last signed. If that size differs from the one stored here, tries
  // again with the witness's.
  const known = answer.status === 409 ? sizeIn(answer.text) : undefined
  if (known !== undefined && known !== from && known <= size) answer = await send(witness, known)
  if (answer.status === 409)
    throw new WitnessRefuses(
      `it has signed a record of ${sizeIn(answer.text) ?? '?'} entries that this one of ${size} is not`,
    )
  if ([403, 404, 422].includes(answer.status)) throw new WitnessRefuses(reasons[answer.status as 403])
  if (answer.status !== 200) throw new WitnessAway(`it answers ${answer.status}`)
  for (const line of answer.text.split('\n').slice(0, most.lines)) {
    const time = await cosignedAt(line, text, witness, recordTools)
    if (time !== undefined) return { line, time }
  }
  throw new WitnessAway('its answer has no signature of its key')

  async function send({ url }: Witness, old: number) {
    const proof = old === 0 ? [] : tree.consistency(old, size)
    const body = [`old ${old}`, ...proof.map(base64Of), '', note].join('\n')
    try {
      const response = await fetch(new URL('add-checkpoint', url), {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      })
      return { status: response.status, text: await textOf(response) }
    } catch (error) {
      throw new WitnessAway((error as Error).message)
    }
  }
}

const reasons = {
  403: 'it does not know the key that signs this record',
  404: 'it does not know this record',
  422: 'it finds that this record does not go on from the one it has signed',
}

async function textOf(response: Response): Promise<string> {
  let text = ''
  const utf8 = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += utf8.decode(piece as Uint8Array, { stream: true })
    if (text.length > most.characters) throw new Error('its answer is too long')
  }
  return text
}

const sizeIn = (text: string): number | undefined => (/^\d{1,15}\n?$/.test(text) ? Number(text) : undefined)
