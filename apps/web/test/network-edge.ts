import { onTestFinished } from 'vitest'

type Sent = { call: string; body: unknown }
type Answers = Record<string, (body: unknown) => { status?: number; data?: unknown; errors?: { message: string }[] }>

let onTheirWay = 0

/** Waits until what was sent has been answered, and what follows from an answer at once has been sent. */
export async function allAnswered(): Promise<void> {
  for (let waits = 0, quiet = 0; waits < 40 && quiet < 2; waits++) {
    await new Promise(resolve => setTimeout(resolve, waits < 2 ? 0 : 25))
    quiet = onTheirWay === 0 ? quiet + 1 : 0
  }
}

/** Answers the calls, named as `POST /path`, where the network would; returns what was sent, in order. */
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
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.origin)
    if (pathname === '/auth/token') return Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 1 })
    const call = `${method} ${pathname.replace(/^\/api/, '')}`
    if (call === 'GET /device/check') return Response.json({ status: 'success', data: { status: true } })
    const told: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    sent.push({ call, body: told })
    const answer = answers[call]
    if (!answer) throw new Error(`nobody answers ${call}`)
    const { status = 200, data, errors } = answer(told)
    return Response.json(errors ? { status: 'Error', errors } : { status: 'success', data }, { status })
  }
  return sent
}
