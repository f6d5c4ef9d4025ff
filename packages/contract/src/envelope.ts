import * as z from 'zod/mini'

/** `message` is written for the user, in their language; `code` and `field` are for the client program. */
const callError = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  field: z.optional(z.string()),
})
export type CallErrorEntry = z.output<typeof callError>

/** The form of every response. `Forbidden` comes with HTTP 403, `Error` with any other 4xx or 5xx. */
export const envelope = <D extends z.core.$ZodType>(data: D) =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('success'), data }),
    z.object({ status: z.literal('Forbidden'), errors: z.array(callError) }),
    z.object({ status: z.literal('Error'), errors: z.array(callError) }),
  ])
