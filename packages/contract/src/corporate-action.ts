import { actionKinds } from '@finlist/domain/adjust/kinds'
import * as z from 'zod/mini'
import { isoDate } from './finlist.ts'

/** `denominator` shares of before are `numerator` from the ex-date on; `amount` is what a share of before is paid. */
export const corporateAction = z.object({
  exDate: isoDate,
  kind: z.enum(actionKinds),
  numerator: z.nullable(z.number()),
  denominator: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
})
export type CorporateActionFacts = z.output<typeof corporateAction>
