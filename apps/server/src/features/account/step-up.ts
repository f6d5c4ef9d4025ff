import { askStepUp, type PasskeyChallenge, stepUpByPasskey } from '@finlist/contract/account/step-up'
import type { FastifyInstance } from 'fastify'
import type { PasskeyProof } from '../../auth/passkey-proof.ts'
import { neverAsked, type Sessions } from '../../auth/sessions.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'

type Parts = { passkeys: PasskeyProof; sessions: Sessions }

/** Routes that confirm the user's identity with a passkey. The session's sign-in then counts as recent again. */
export function stepUpRoutes(app: FastifyInstance, { passkeys, sessions }: Parts) {
  serve(app, askStepUp, async ({ caller }) => {
    const asked = await passkeys.ask(caller)
    if (!asked) return { way: caller.authTime === neverAsked ? ('none' as const) : ('sign-in' as const), passkey: null }
    return {
      way: 'passkey' as const,
      passkey: { challenge: asked.options as PasskeyChallenge, question: asked.sealed },
    }
  })

  serve(app, stepUpByPasskey, async ({ caller, body, request }) => {
    const outcome = await passkeys.prove(caller, body)
    const facts = { user: caller.userId, ip: request.ip }
    if (outcome !== 'proved') {
      request.log.warn({ event: 'step-up-refused', because: outcome, ...facts }, 'a passkey was refused')
      throw new BadRequest('passkey-refused', { code: 'passkey_refused' })
    }
    await sessions.proved(caller)
    request.log.info({ event: 'step-up', ...facts }, 'proved again by a passkey')
  })
}
