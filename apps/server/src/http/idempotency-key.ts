import type { FastifyRequest } from 'fastify'

const mostKeyChars = 100

/** The Idempotency-Key header: chosen by the client, and the same for every retry of an action. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= mostKeyChars ? key : undefined
}
