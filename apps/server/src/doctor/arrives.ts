import type { Message } from '../notifications/delivery.ts'
import { type Finding, type Heading, type Installation, notTried, ok, reasonOf, wrong } from './check.ts'

type Sent = Pick<Message, 'channel' | 'to'> & { code: string; see: Heading }

/** Sends a test code and, in an interactive terminal, asks the operator to type the code that arrived. */
export async function tryArrival(
  { channel, to, code, see }: Sent,
  deliver: (message: Message) => Promise<void>,
  { config, askOperator }: Pick<Installation, 'config' | 'askOperator'>,
): Promise<Finding> {
  const body = `The number of the check is ${code}.\n\n檢查編號：${code}`
  const failed = await deliver({ channel, to, subject: `${config.BRAND}: ${code}`, body }).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  )
  if (failed) return wrong(`Nothing can be handed over for ${to}: ${failed}.`, see)
  if (!askOperator)
    return notTried(`Handed over for ${to}. Whether it arrives is to be seen there: look for the number ${code}.`, see)
  const told = await askOperator(`The number that arrived at ${to} (look among unwanted mail too; empty: none came): `)
  if (told.trim() === code) return ok(`Arrived at ${to}.`)
  return wrong(
    told.trim() === ''
      ? `Handed over for ${to}, and did not arrive.`
      : `Another number was typed than was sent to ${to}.`,
    see,
  )
}
