import { useNavigate } from 'react-router'
import { leaving } from '../../components/leaving.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { addressOf, type FormId, formIds } from './use-chosen-form.ts'

/** Selects one of the upload forms: a list next to the open form; on a phone, a select above it. */
export function FormList({ chosen, busy }: { chosen: FormId; busy: boolean }) {
  const t = useTranslation('admin')
  const navigate = useNavigate()
  if (useIsPhone())
    return (
      <SelectField
        label={t('form')}
        disabled={busy}
        value={chosen}
        options={formIds.map(id => ({ value: id, label: t(`form.${id}`) }))}
        onChange={({ target }) => leaving(() => void navigate(addressOf(target.value as FormId)))}
      />
    )
  return (
    <nav aria-label={t('forms')}>
      <ul className="sticky top-16">
        {formIds.map(id => (
          <li key={id}>
            <Link
              to={addressOf(id)}
              aria-current={id === chosen ? 'page' : undefined}
              className="flex min-h-9 items-center border-l-2 border-line px-3 py-1 text-14 text-faded no-underline hover:text-ink aria-[current]:border-accent aria-[current]:font-strong aria-[current]:text-accent"
            >
              {t(`form.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
