import { onTestFinished } from 'vitest'

type Sent = { call: string; body: unknown }
/** `plain`: a body without the envelope, as used by the chart protocol. */
type Answer = {
  status?: number
  data?: unknown
  plain?: unknown
  errors?: { message: string; type?: string; code?: string }[]
}
export type Answers = Record<string, (body: unknown, url: URL) => Answer | Promise<Answer>>

let onTheirWay = 0

/** Waits until every request has been answered, including requests sent immediately after an answer. */
export async function allAnswered(): Promise<void> {
  for (let waits = 0, quiet = 0; waits < 40 && quiet < 2; waits++) {
    await new Promise(resolve => setTimeout(resolve, waits < 2 ? 0 : 25))
    quiet = onTheirWay === 0 ? quiet + 1 : 0
  }
}

/**
 * Replaces the network: answers calls, which are named `POST /path` or `POST /path/:id`. Returns the requests in order.
 * An answer that throws acts as a failed connection.
 */
export function answerCalls(answers: Answers): Sent[] {
  const sent: Sent[] = []
  const real = window.fetch
  onTestFinished(() => {
    window.fetch = real
  })
  window.fetch = async (...asked) => {
    onTheirWay++
    try {
      return await answered(...asked)
    } finally {
      onTheirWay--
    }
  }
  const answered: typeof fetch = async (address, { method = 'GET', body = null } = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, location.origin)
    const { pathname } = url
    if (pathname === '/auth/token') return Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 1 })
    const call = `${method} ${pathname.replace(/^\/api/, '')}`
    if (call === 'GET /device/check') return Response.json({ status: 'success', data: { status: true } })
    const told: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    sent.push({ call, body: told })
    const answer = answers[call] ?? answers[call.replaceAll(/\/\d+(?=\/|$)/g, '/:id')]
    if (!answer) throw new Error(`nobody answers ${call}`)
    const { status = 200, data, plain, errors } = await answer(told, url)
    if (plain !== undefined) return Response.json(plain, { status })
    return Response.json(errors ? { status: 'Error', errors } : { status: 'success', data }, { status })
  }
  return sent
}
