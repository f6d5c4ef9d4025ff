import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { caretAfter, formatPhone } from './phone.ts'

type Props = { value: string; onChange: (value: string) => void; wrong?: ReactNode; disabled?: boolean }

/** Field for a phone number. It formats the number during typing, and keeps the caret after the digit just typed. */
export function PhoneField({ value, onChange, wrong, disabled = false }: Props) {
  const t = useTranslation('account')
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  return (
    <TextField
      ref={input}
      id="phone"
      label={t('phone')}
      hint={t('phone-hint')}
      wrong={wrong}
      disabled={disabled}
      type="tel"
      name="phoneNumber"
      autoComplete="tel"
      inputMode="tel"
      required
      value={value}
      onChange={({ target }) => {
        const formatted = formatPhone(target.value)
        caret.current = caretAfter(formatted, target.value.slice(0, target.selectionStart ?? target.value.length))
        onChange(formatted)
      }}
    />
  )
}
