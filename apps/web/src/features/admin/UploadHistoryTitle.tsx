import type { UploadRecord } from '@finlist/contract/admin'
import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../../i18n/texts.ts'
import { formIds } from './use-chosen-form.ts'

/** What was loaded, and the warnings of the upload. */
export function UploadHistoryTitle({ record }: { record: UploadRecord }) {
  const { title, of } = useNameOfUpload()(record)
  return (
    <>
      <p className={record.rolledBackAt ? 'text-faded line-through' : ''}>
        <span className="font-strong">{title}</span> <span className="whitespace-nowrap">{of}</span>
      </p>
      {record.notes.length > 0 && (
        <ul className="mt-0.5 text-12 text-faded">
          {record.notes.map(note => (
            <li key={note} className="[overflow-wrap:anywhere]">
              {note}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** `finlist TW 2019-01-04` in words. */
export function useNameOfUpload() {
  const t = useTranslation('admin')
  return ({ kind, key }: Pick<UploadRecord, 'kind' | 'key'>) => {
    const form = formIds.find(id => id === kind)
    const [exchange, ...rest] = key.split(' ').slice(1)
    const market = markets.find(({ id }) => id === exchange)
    return {
      title: form ? t(`form.${form}`) : kind,
      of: [market ? t(`market.${market.linkSuffix}`) : exchange, ...rest].filter(Boolean).join(' · '),
    }
  }
}
