import { type Language } from '@finlist/i18n/languages'
import type { FastifyRequest } from 'fastify'
import { makeCode, type SentCode } from './codes.ts'
import { sayIn, type TextKey } from './language.ts'
import type { Asking } from './limits.ts'
import { logFailure } from './log-failure.ts'
import type { IdentityMessage } from './options.ts'
import type { Realm } from './realm.ts'

/** The message to send, if any. An unknown address gets none, and the response does not reveal that. */
export type Sending = SentCode & {
  message: { to: string; as: IdentityMessage['purpose'] } | undefined
}

/**
 * Creates a code, and delivers it after the response. Returns 0 or, if too many codes have been requested, the number
 * of seconds to wait.
 */
export async function sendCode(
  realm: Realm,
  request: FastifyRequest,
  sending: Sending,
  { language, asking }: { language: Language; asking: Asking },
) {
  const { message, ...sent } = sending
  const wait = await realm.limits.sendCode(`${sent.channel}:${sent.address}`, sent.owner, asking)
  if (wait > 0) {
    logFailure(request, 'too-many-codes', { subject: sent.account, email: sent.typed })
    return wait
  }
  const code = await makeCode(realm.options.pool, realm.options.keys().codes[0]!, sent, message !== undefined)
  if (message) setImmediate(() => void deliver(realm, request, { sent, message, language, code, asking }))
  return 0
}

type Delivery = {
  sent: SentCode
  message: NonNullable<Sending['message']>
  language: Language
  code: string
  asking: Asking
}

async function deliver(realm: Realm, request: FastifyRequest, { sent, message, language, code, asking }: Delivery) {
  const { brand } = realm.options
  const say = sayIn(language)
  const text: TextKey =
    sent.channel === 'sms' && message.as === 'sign-in' ? 'message.sms.text' : `message.${message.as}.text`
  try {
    if (sent.channel === 'sms' && (await realm.limits.sendText(message.to, asking)) > 0) {
      request.log.info({ purpose: message.as }, 'identity: this number has had enough codes')
      return
    }
    await realm.options.deliver({
      channel: sent.channel,
      to: message.to,
      language,
      purpose: message.as,
      subject: say(`message.${message.as}.subject`, { brand, code }),
      text: say(text, { brand, code }),
    })
  } catch (error) {
    request.log.error({ err: error, channel: sent.channel, purpose: message.as }, 'identity: a code was not delivered')
  }
}
