import { areSame, bytesOfHex } from '@finlist/domain/record/bytes'
import { ChainCheck, type ChainReport, type Head } from '@finlist/domain/record/chain'
import { isSignedBy, readCheckpoint } from '@finlist/domain/record/checkpoint'
import type { RecordEntry } from '@finlist/domain/record/entry'
import { EntryReader, RecordTooLong, type Unread } from '@finlist/domain/record/entry-reader'
import { MerkleTree } from '@finlist/domain/record/merkle'
import { canVerify, decode, tools } from './tools.ts'

/** An issue of the record that can be rebuilt. */
export type RecordedIssue = Pick<RecordEntry, 'seq' | 'market' | 'madeAt' | 'bodyHash' | 'body'>

/** The body of a model's entry, with its hash. */
export type RecordedModel = { bodyHash: string; body: string }

/** `checkpoint`: whether the server's signed checkpoint matches this record; null if there is none to compare. */
export type Checked = {
  report: Omit<ChainReport, 'hashes' | 'publicKey'>
  checkpoint: 'fits' | 'other-root' | 'other-signature' | null
  origin: string | null
  masked: number
  issues: RecordedIssue[]
  models: RecordedModel[]
}
export type CheckAsked = { file?: File | undefined; held?: Head | undefined }
export type CheckAnswer =
  | { entries: number }
  | { done: Checked }
  | { failed: 'unsupported' | 'unreachable' | 'too-long' }

const piece = 250
/** Maximum number of issues that can be chosen. Only the newest are kept. */
const mostIssues = 600
/** Maximum number of models that issues can be rebuilt with. Only the newest are kept. */
const mostModels = 1_000
/**
 * Maximum length of a body that is kept. A list has a few rows of some hundred characters. A longer body is fetched
 * again when its issue is rebuilt.
 */
const longestBody = 100_000
/** Maximum size of a record. A larger one is refused, because the issues kept from it would exhaust the memory. */
const mostBytes = 300_000_000

/** Reads the whole record from the server or a file, and checks it. */
export async function checkRecord({ file, held }: CheckAsked, tell: (entries: number) => void): Promise<CheckAnswer> {
  if (!(await canVerify())) return { failed: 'unsupported' }
  const checking = new ChainCheck(tools)
  const issues: RecordedIssue[] = []
  const models: RecordedModel[] = []
  let [entries, masked] = [0, 0]
  // Requested before the record, so the record can only be longer than at the checkpoint.
  const note = file ? undefined : await servedCheckpoint()
  let waiting: (RecordEntry | Unread)[] = []
  const check = async () => {
    await checking.add(waiting)
    entries += waiting.length
    waiting = []
    tell(entries)
  }
  try {
    for await (const entry of file ? entriesOf(file.stream()) : served()) {
      waiting.push(entry)
      if (typeof entry !== 'string') {
        if (entry.body === undefined) masked++
        if (entry.kind === 'issue') issues.push(issueOf(entry))
        if (issues.length > mostIssues) issues.shift()
        if (entry.kind === 'model' && entry.body !== undefined && entry.body.length <= longestBody)
          models.push({ bodyHash: entry.bodyHash, body: entry.body })
        if (models.length > mostModels) models.shift()
      }
      if (waiting.length >= piece) await check()
    }
    await check()
  } catch (error) {
    if (error instanceof TypeError || error instanceof Unreachable) return { failed: 'unreachable' }
    if (error instanceof RecordTooLong) return { failed: 'too-long' }
    throw error
  }
  const { hashes, publicKey, ...report } = checking.finish(held ? [held] : [])
  const checkpoint = note && publicKey ? await compare(note, hashes, publicKey) : null
  return { done: { report, checkpoint, origin: note?.origin ?? null, masked, issues, models } }
}

const issueOf = ({ seq, market, madeAt, bodyHash, body }: RecordEntry): RecordedIssue => ({
  seq,
  market,
  madeAt,
  bodyHash,
  ...(body !== undefined && body.length <= longestBody && { body }),
})

class Unreachable extends Error {}

async function* entriesOf(
  content: ReadableStream<Uint8Array>,
  entries = new EntryReader(decode, mostBytes),
): AsyncGenerator<RecordEntry | Unread> {
  const pieces = content.getReader()
  for (;;) {
    const { done, value } = await pieces.read()
    if (done) break
    yield* entries.push(value)
  }
  yield* entries.end()
}

/** The pages of the record, each linked from the previous one. */
async function* served(): AsyncGenerator<RecordEntry | Unread> {
  const entries = new EntryReader(decode, mostBytes)
  for (let path: string | undefined = '/record.ndjson'; path; ) {
    const response: Response = await fetch(path)
    if (!response.ok || !response.body) throw new Unreachable()
    yield* entriesOf(response.body, entries)
    path = /^<(\/record\.ndjson\?from=\d+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
}

async function servedCheckpoint() {
  const response = await fetch('/.well-known/finlist-record').catch(() => undefined)
  return response?.ok ? readCheckpoint(await response.text()) : undefined
}

/**
 * Compares a checkpoint with the record, which may have grown since the checkpoint was made. Null if the record is
 * shorter.
 */
async function compare(
  note: NonNullable<ReturnType<typeof readCheckpoint>>,
  hashes: readonly string[],
  publicKey: Uint8Array,
): Promise<Checked['checkpoint']> {
  const tree = new MerkleTree(tools.sha256)
  for (const hash of hashes.slice(0, note.size)) tree.append(bytesOfHex(hash))
  if (tree.size !== note.size) return null
  if (!areSame(tree.root(), note.root)) return 'other-root'
  return (await isSignedBy(note, publicKey, tools)) ? 'fits' : 'other-signature'
}
