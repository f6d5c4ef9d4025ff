import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

const blockBytes = 16_384

/**
 * Collects a request's body in large blocks. Each received chunk has some hundred bytes of overhead, so a body sent
 * byte by byte would otherwise take far more memory than its length. `take` is called before bytes are stored, and can
 * return an error that ends the body. The request is read only once this stream is read. After `most` bytes, every
 * chunk is passed on immediately.
 */
export class GatheredBody extends Readable {
  readonly #raw: IncomingMessage
  readonly #take: (bytes: number) => Error | undefined
  readonly #blockBytes: number
  readonly #most: number
  #block: Buffer | undefined
  #come = 0
  #filled = 0
  #isReading = false

  constructor(raw: IncomingMessage, most: number, take: (bytes: number) => Error | undefined) {
    super()
    this.#raw = raw
    this.#take = take
    this.#most = most
    this.#blockBytes = Math.min(most, blockBytes)
  }

  override _read() {
    if (this.#isReading) return void this.#raw.resume()
    this.#isReading = true
    this.#raw.on('data', this.#gather).on('end', this.#end).on('error', this.#fail)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#raw.off('data', this.#gather).off('end', this.#end).off('error', this.#fail)
    this.#block = undefined
    done(error)
  }

  readonly #gather = (chunk: Buffer) => {
    const refusal = this.#take(chunk.length)
    if (refusal) return void this.destroy(refusal)
    for (let from = 0; from < chunk.length; ) {
      this.#block ??= Buffer.allocUnsafeSlow(this.#blockBytes)
      const copied = chunk.copy(this.#block, this.#filled, from)
      from += copied
      this.#filled += copied
      if (this.#filled === this.#block.length) this.#pass()
    }
    this.#come += chunk.length
    if (this.#come > this.#most && this.#filled > 0) this.#pass()
  }

  readonly #end = () => {
    if (this.#filled > 0) this.#pass()
    this.push(null)
  }

  readonly #fail = (error: Error) => void this.destroy(error)

  #pass() {
    const block = this.#block!.subarray(0, this.#filled)
    this.#block = undefined
    this.#filled = 0
    if (!this.push(block)) this.#raw.pause()
  }
}
