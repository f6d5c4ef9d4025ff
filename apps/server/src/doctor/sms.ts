import { randomInt } from 'node:crypto'
import { openDelivery } from '../notifications/delivery.ts'
import { tryArrival } from './arrives.ts'
import { type Check, notTried } from './check.ts'

const see = 'Mail and SMS'

/** Checks that an SMS arrives at the given number. */
export const sms: Check = {
  name: 'SMS',
  async run(installation) {
    const { config, phone: to } = installation
    if (!config.SMS_URL) return notTried('SMS_URL is not set: no codes by SMS are offered.', see)
    if (!to) return notTried('Name a phone of yours: finlist doctor --sms +85291234567', see)
    const code = String(randomInt(100_000, 1_000_000))
    return await tryArrival({ channel: 'sms', to, code, see }, openDelivery(config), installation)
  },
}
