import { longestLine } from '@finlist/domain/record/entry'

/** A record is read up to this many characters: what is kept of each entry would fill the memory. */
const longest = 300_000_000

export class TooLong extends Error {}

/** The lines of a text that comes in pieces; '' stands for one that is longer than any of a record. */
export async function* linesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = content.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let tooLong = false
  for (let read = 0; ; ) {
    const { done, value = '' } = await reader.read()
    if (done) break
    read += value.length
    if (read > longest) throw new TooLong()
    const lines = (rest + value).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      yield tooLong ? '' : line
      tooLong = false
    }
    if (rest.length > longestLine) [rest, tooLong] = ['', true]
  }
  if (rest || tooLong) yield tooLong ? '' : rest
}
