import { usualBodyBytes } from '@finlist/contract/call'

const megabyte = 1_048_576

/**
 * Limits on the request bodies in the process's memory, 64 MB in total. `bytesEach` and `bodiesEach` apply per user or,
 * for webhooks and callers without a session, per network. Shares are separate, so that one kind of body cannot use up
 * the memory of another.
 */
export const shares = {
  strangers: { bytes: 16 * megabyte, bytesEach: 8 * megabyte, bodiesEach: Infinity },
  people: { bytes: 8 * megabyte, bytesEach: 2 * megabyte, bodiesEach: Infinity },
  /** Bodies over 64 KB, such as saved charts. */
  large: { bytes: 32 * megabyte, bytesEach: 20 * megabyte, bodiesEach: 2 },
  webhook: { bytes: 8 * megabyte, bytesEach: 4 * megabyte, bodiesEach: Infinity },
} as const
export type Share = keyof typeof shares
const shareNames = Object.keys(shares) as Share[]

/** Memory that an upload takes while it is streamed to disk: the buffers of connection, form and file. */
export const uploadBufferBytes = 4 * usualBodyBytes

/** The memory reserved for a body. */
export type HeldBytes = {
  /** Reserves more bytes. Returns false and reserves nothing if there is no room. */
  grow(bytes: number): boolean
  release(): void
}

type Holder = { bytes: number; bodies: number }

export class BodyBudget {
  readonly #held: Record<Share, { bytes: number; refused: number; holders: Map<string, Holder> }>

  constructor() {
    const empty = () => ({ bytes: 0, refused: 0, holders: new Map<string, Holder>() })
    this.#held = { strangers: empty(), people: empty(), large: empty(), webhook: empty() }
  }

  /** Reserves memory for a body. Returns undefined if the share, or the holder's part of it, has no room. */
  hold(name: Share, holderName: string, bytes: number): HeldBytes | undefined {
    const share = this.#held[name]
    const most = shares[name]
    const { holders } = share
    const holder = holders.get(holderName) ?? { bytes: 0, bodies: 0 }
    let own = 0
    const grow = (more: number) => {
      if (share.bytes + more > most.bytes || holder.bytes + more > most.bytesEach) {
        share.refused++
        return false
      }
      share.bytes += more
      holder.bytes += more
      own += more
      return true
    }
    if (holder.bodies >= most.bodiesEach) {
      share.refused++
      return undefined
    }
    if (!grow(bytes)) return undefined
    holder.bodies++
    holders.set(holderName, holder)
    let isReleased = false
    return {
      grow,
      release() {
        if (isReleased) return
        isReleased = true
        share.bytes -= own
        holder.bytes -= own
        if (--holder.bodies === 0) holders.delete(holderName)
      },
    }
  }

  bytesHeld = (): Record<string, number> => this.#read(({ bytes }) => bytes)
  /** The number of bodies rejected since the process started, by share. */
  refused = (): Record<string, number> => this.#read(({ refused }) => refused)

  #read(value: (share: { bytes: number; refused: number }) => number): Record<string, number> {
    return Object.fromEntries(shareNames.map(name => [name, value(this.#held[name])]))
  }
}
