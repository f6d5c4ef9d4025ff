import type { ComponentProps } from 'react'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { typedCents } from './typed-cents.ts'

/** Returns a function that validates a typed amount: at least a cent, at most `most`. */
export function useAmountFault() {
  const t = useTranslation('customers')
  return (typed: string, most: number): string | undefined => {
    const cents = typedCents(typed)
    if (cents === undefined) return t('amount.wrong')
    if (most === 0) return t('amount.nothing')
    return cents > most ? t('amount.too-much', { most: money(most) }) : undefined
  }
}

export function AmountField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const t = useTranslation('customers')
  return <TextField label={t('amount')} inputMode="decimal" autoComplete="off" required maxLength={20} {...props} />
}
