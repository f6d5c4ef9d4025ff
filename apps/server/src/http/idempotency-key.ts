import type { FastifyRequest } from 'fastify'

const mostKeyChars = 100

/** The client-chosen Idempotency-Key of an action, by which a repetition is recognised. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= mostKeyChars ? key : undefined
}
