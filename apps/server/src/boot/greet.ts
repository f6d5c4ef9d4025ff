import type { Config } from '../config.ts'
import { demoAccounts } from '../demo/accounts.ts'
import { affiliateCodes } from '../demo/affiliate-sales.ts'
import { demoCoupons } from '../demo/coupons.ts'
import { sandboxOrigin } from '../demo/sandbox.ts'
import { testCards } from '../demo/test-cards.ts'

type Say = (line: string) => void

/** Prints the server's URL and, in a demo, the accounts and cards to try. */
export function greet(config: Config, say: Say) {
  say(
    `\n  ${config.BRAND} is ready at ${config.publicUrl.origin}${config.WORKERS > 1 ? `, with ${config.WORKERS} workers` : ''}\n`,
  )
  if (!config.demo) return
  say('  Demo mode: one click on the sign-in page, no password needed. Codes arrive at /outbox.')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, note } of demoAccounts) say(`    ${email.padEnd(width)}  ${note.en}`)
  if (config.payments === 'sandbox') greetBuyers(config, say, width)
  say('')
}

function greetBuyers({ publicUrl, sandboxPort }: Config, say: Say, width: number) {
  const address = `${sandboxOrigin(publicUrl, sandboxPort)}/_sandbox/`
  say(`\n  Test payments: no real card is charged. Their console: ${address}`)
  say('  Cards, with any later date and any CVC, and coupons:')
  for (const { number, does } of testCards) say(`    ${number.padEnd(width)}  ${does}`)
  for (const { code, does } of [...demoCoupons, ...affiliateCodes]) say(`    ${code.padEnd(width)}  ${does}`)
}
