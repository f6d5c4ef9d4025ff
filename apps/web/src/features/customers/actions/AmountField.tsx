import { useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { money } from '../../../parts/money.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { asTyped, typedCents } from './typed-cents.ts'

/** An amount as it is typed, at least a cent and at most `most`. */
export function useAmount(most: number, start?: number) {
  const t = useTranslation('customers')
  const [typed, setTyped] = useState(start === undefined ? '' : asTyped(start))
  const [wrong, setWrong] = useState<string>()
  const cents = typedCents(typed)
  const fault =
    cents === undefined
      ? t('amount.wrong')
      : most === 0
        ? t('amount.nothing')
        : cents > most
          ? t('amount.too-much', { most: money(most) })
          : undefined
  return {
    cents: fault ? undefined : cents,
    check: () => {
      setWrong(fault)
      return fault === undefined
    },
    field: {
      typed,
      wrong,
      onType: (text: string) => {
        setTyped(text)
        setWrong(undefined)
      },
    },
  }
}

type Props = ReturnType<typeof useAmount>['field'] & { hint: string }

export function AmountField({ typed, wrong, onType, hint }: Props) {
  const t = useTranslation('customers')
  return (
    <TextField
      label={t('amount')}
      inputMode="decimal"
      autoComplete="off"
      required
      maxLength={20}
      value={typed}
      wrong={wrong}
      hint={hint}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
