import { onTestFinished } from 'vitest'

type Sent = { call: string; body: unknown }
type Answers = Record<string, (body: unknown) => { status?: number; data?: unknown; errors?: { message: string }[] }>

/** Answers the calls, named as `POST /path`, where the network would; returns what was sent, in order. */
export function answerCalls(answers: Answers): Sent[] {
  const sent: Sent[] = []
  const real = window.fetch
  onTestFinished(() => {
    window.fetch = real
  })
  window.fetch = async (address, { method = 'GET', body = null } = {}) => {
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
