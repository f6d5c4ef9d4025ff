import { LegalLink } from '../../../components/legal-link.tsx'
import { tagged } from '../../../i18n/tagged.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'

type Props = { checked: boolean; onChange: (checked: boolean) => void; missing: boolean; disabled: boolean }

/** The consent that every purchase requires. */
export function TermsBox({ checked, onChange, missing, disabled }: Props) {
  const t = useTranslation('billing')
  return (
    <div>
      <Checkbox
        id="terms"
        checked={checked}
        disabled={disabled}
        aria-invalid={missing}
        aria-describedby={missing ? 'terms-note' : undefined}
        onChange={({ target }) => onChange(target.checked)}
        label={tagged(t('checkout.terms'), { terms: text => <LegalLink text="terms">{text}</LegalLink> })}
      />
      <p id="terms-note" role="alert" className="text-13 text-wrong empty:hidden">
        {missing && t('subscribe.error.terms')}
      </p>
    </div>
  )
}
