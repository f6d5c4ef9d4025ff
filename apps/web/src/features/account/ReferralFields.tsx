import { referralKeys } from '@finlist/contract/account/account'
import { inCurrentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Referral } from './referral-choice.ts'

type Props = {
  value: Referral
  onChange: (value: Referral) => void
  wrong: string | undefined
  otherWrong: string | undefined
  disabled: boolean
}

/**
 * Checkboxes for the twelve ways in which users may have heard of us. One of them names a user whom the operator
 * configures.
 */
export function ReferralFields({ value, onChange, wrong, otherWrong, disabled }: Props) {
  const t = useTranslation('account')
  const { referralPerson } = useOperator()
  return (
    <fieldset
      aria-describedby={wrong ? 'referral-note' : undefined}
      data-wrong={wrong ? true : undefined}
      className="min-w-0"
      disabled={disabled}
    >
      <legend className="mb-1 text-13 font-strong">{t('referral')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-4">
        {referralKeys.map(key => (
          <Checkbox
            key={key}
            name={`referral.${key}`}
            label={key === 'presenter' ? inCurrentLanguage(referralPerson) : t(`referral.${key}`)}
            checked={value[key]}
            onChange={({ target }) => onChange({ ...value, [key]: target.checked })}
          />
        ))}
      </div>
      {value.other && (
        <TextField
          id="otherInput"
          className="mt-1"
          label={t('other-label')}
          maxLength={200}
          required
          value={value.otherInput}
          wrong={otherWrong}
          onChange={({ target }) => onChange({ ...value, otherInput: target.value })}
        />
      )}
      {wrong && (
        <p id="referral-note" className="mt-1 text-13 text-wrong">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}
