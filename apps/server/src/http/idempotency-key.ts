import type { FastifyRequest } from 'fastify'

const mostKeyChars = 100

/** What a caller names one action by (Idempotency-Key), so that its repetition is known for one. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= mostKeyChars ? key : undefined
}
