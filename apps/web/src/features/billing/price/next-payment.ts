import type { Subscription } from '@finlist/contract/billing'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'

type Next = { nextAmount: number; nextCharge?: Subscription['nextCharge'] }

/** The next charge to the card. If it includes credit or a debt, `sum` shows the calculation. */
export function useNextPayment(): (next: Next) => { amount: string; sum?: string } {
  const t = useTranslation('billing')
  return ({ nextAmount, nextCharge }) => {
    if (!nextCharge || nextCharge.amount === nextAmount) return { amount: money(nextAmount) }
    const { amount, credit, owed } = nextCharge
    const price = money(nextAmount)
    const sum =
      owed > 0 ? t('next.owed', { price, owed: money(owed) }) : t('next.credit', { price, credit: money(credit) })
    return { amount: money(amount), sum }
  }
}
