import { parseArgs } from 'node:util'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Role, roles } from '@finlist/domain/plans/roles'
import * as z from 'zod/mini'
import { signOutEverywhere } from '../access/sign-out.ts'
import type { Config } from '../config.ts'
import { audit } from '../db/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { signInAccount } from '../embedded-account.ts'
import { type SendNotice, withSending } from '../messaging/messenger.ts'
import { CommandError, withDatabase } from './connect.ts'
import { addPlanGrant, addRoles, findByEmail, makeAccount } from './make-account.ts'
import { readTyped } from './typed.ts'

const usage = `npm run user -- <email> [--role ${roles.join('|')}]... [--plan finlist-hk:yearly --until YYYY-MM-DD]... [--incomplete]
npm run user -- <email> --second-factor off

Makes the account, or changes the one there is: adds the role, adds the plan until the end of that day in Hong Kong.
A new account has a proved e-mail address and a complete profile unless --incomplete.
With --second-factor off, alone: the account signs in without its app and recovery codes from now on, and is signed out everywhere.`

const options = readTyped(usage, readArguments)

if (options.secondFactorOff) await withDatabase(turnOffSecondFactor)
else await withDatabase(makeOrChange)

async function turnOffSecondFactor(database: Database, config: Config, now: () => number) {
  const userId = await findByEmail(database, options.email)
  if (userId === undefined) throw new CommandError(`${options.email}: no such account`)
  const account = signInAccount(config, database)
  if (!(await account.turnOffSecondFactor(userId)))
    throw new CommandError(`${options.email}: no two-step sign-in is on`)
  const word = { byUserId: null, aboutUserId: userId, reason: '', at: new Date(now()) }
  await withSending(config, database, send =>
    database.write(async tx => {
      await audit(tx, { ...word, action: 'second-factor-off', facts: {} })
      await signOutEverywhere(tx, account, word)
      await tell(tx, send, userId)
    }),
  )
  process.stdout.write(`${options.email}: two-step sign-in is off, signed out everywhere, and told by letter\n`)
}

/** Tells the person, whoever turned it off. */
async function tell(tx: Tx, send: SendNotice, userId: number) {
  const { email: to, language } = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await send(tx, 'second-factor-off', { to, language: language ?? 'en', values: {}, userId })
}

async function makeOrChange(database: Database, config: Config, now: () => number) {
  const at = new Date(now())
  const { userId, made } = await makeAccount(database, config, {
    email: options.email,
    name: options.email.split('@')[0]!,
    complete: !options.incomplete,
  })
  await database.write(async tx => {
    await addRoles(tx, userId, options.roles)
    for (const plan of options.plans) await addPlanGrant(tx, userId, { ...plan, startsAt: at })
    const plans = options.plans.map(
      ({ productId, periodId }) => `${products[productId].name}:${periods[periodId].name}`,
    )
    await audit(tx, {
      byUserId: null,
      aboutUserId: userId,
      action: made ? 'account-made' : 'account-changed',
      facts: { roles: options.roles.join(', '), plans: plans.join(', ') },
      reason: '',
      at,
    })
  })
  process.stdout.write(`${options.email}: account ${userId} ${made ? 'made' : 'changed'}\n`)
  if (made && !config.embeddedIdentity)
    process.stdout.write(
      'This account is for `npm run token` alone: people sign in at the configured issuer, which makes theirs.\n',
    )
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string', multiple: true, default: [] },
      plan: { type: 'string', multiple: true, default: [] },
      until: { type: 'string', multiple: true, default: [] },
      incomplete: { type: 'boolean', default: false },
      'second-factor': { type: 'string' },
    },
  })
  const [email, ...rest] = positionals
  if (!email || rest.length > 0) throw new CommandError('give one e-mail address')
  if (!z.safeParse(z.email(), email).success) throw new CommandError(`${email}: not an e-mail address`)
  if (values.plan.length !== values.until.length) throw new CommandError('--plan: each needs its --until YYYY-MM-DD')
  const secondFactor = values['second-factor']
  if (secondFactor !== undefined && secondFactor !== 'off') throw new CommandError('--second-factor: off')
  if (secondFactor && (values.role.length > 0 || values.plan.length > 0 || values.incomplete))
    throw new CommandError('--second-factor off: goes alone')
  return {
    email,
    secondFactorOff: secondFactor === 'off',
    incomplete: values.incomplete,
    roles: values.role.map(readRole),
    plans: values.plan.map((plan, n) => ({ ...readPlan(plan), endsAt: readDay(values.until[n]!) })),
  }
}

function readRole(name: string): Role {
  const role = roles.find(known => known === name)
  if (!role) throw new CommandError(`--role ${name}: one of ${roles.join(', ')}`)
  return role
}

function readPlan(text: string): { productId: ProductId; periodId: PeriodId } {
  const [productName, periodName] = text.split(':')
  const product = Object.entries(products).find(([, { name }]) => name === productName)
  const period = Object.entries(periods).find(([, { name }]) => name === periodName)
  if (!product || !period) {
    const names = (of: object) => Object.values(of).map(({ name }) => name)
    throw new CommandError(`--plan ${text}: <${names(products).join('|')}>:<${names(periods).join('|')}>`)
  }
  return { productId: Number(product[0]) as ProductId, periodId: Number(period[0]) as PeriodId }
}

function readDay(text: string): Date {
  const end = new Date(`${text}T24:00:00+08:00`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(end.getTime()))
    throw new CommandError(`--until ${text}: YYYY-MM-DD`)
  return end
}
