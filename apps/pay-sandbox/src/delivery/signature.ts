import { createHmac } from 'node:crypto'

/** The Stripe-Signature header for a body that is sent at `atMs`. */
export function signature(secret: string, body: string, atMs: number): string {
  const t = Math.floor(atMs / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
