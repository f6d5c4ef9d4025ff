import { actionKinds } from '@finlist/domain/adjust/kinds'
import * as z from 'zod/mini'
import { isoDate } from './finlist.ts'

/** From the ex-date on, `numerator` new shares replace `denominator` old ones. `amount` is paid per old share. */
export const corporateAction = z.object({
  exDate: isoDate,
  kind: z.enum(actionKinds),
  numerator: z.nullable(z.number()),
  denominator: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
})
export type CorporateActionFacts = z.output<typeof corporateAction>
