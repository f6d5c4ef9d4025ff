import { randomUUID } from 'node:crypto'

type Message = { id?: string; question?: string; answer?: unknown }

/** The process at the other end of an IPC channel. */
export type Other = {
  send(message: object, handle: undefined, options: undefined, done: () => void): unknown
  on(event: 'message', hear: (message: Message) => void): unknown
  off(event: 'message', hear: (message: Message) => void): unknown
}

/** The other process's response to the question; undefined if none arrives in time. */
export async function ask(other: Other, question: string, withinMs: number): Promise<unknown> {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const hear = (message: Message) => {
    if (message.id === id && 'answer' in message) resolve(message.answer)
  }
  other.on('message', hear)
  const late = setTimeout(resolve, withinMs)
  tell(other, { id, question })
  const answer = await promise
  clearTimeout(late)
  other.off('message', hear)
  return answer
}

export function answer(other: Other, question: string, say: () => unknown) {
  const reply = async (id: string | undefined) => tell(other, { id, answer: await say() })
  other.on('message', ({ id, question: asked }) => {
    if (asked === question) void reply(id)
  })
}

/** Sends a message; does nothing if the process is gone. */
export function tell(other: Other, message: object) {
  other.send(message, undefined, undefined, () => undefined)
}
