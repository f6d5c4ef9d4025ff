import { randomInt } from 'node:crypto'
import { openDelivery } from '../notifications/delivery.ts'
import { tryArrival } from './arrives.ts'
import { type Check, notTried } from './check.ts'

const see = 'Mail and SMS'

/** Checks that an e-mail arrives in the given mailbox. */
export const mail: Check = {
  name: 'mail',
  async run(installation) {
    const { config, mailbox: to } = installation
    if (!config.SMTP_URL) return notTried('SMTP_URL is not set: letters go to the outbox.', see)
    if (!to) return notTried('Name a mailbox of yours: finlist doctor --mail you@finlist.example', see)
    const code = String(randomInt(100_000, 1_000_000))
    return await tryArrival({ channel: 'email', to, code, see }, openDelivery(config), installation)
  },
}
