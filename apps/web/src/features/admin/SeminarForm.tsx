import { freeSeminar } from '@finlist/contract/staff/config-entries'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ConfigForm } from './ConfigForm.tsx'

/** Sets the date of the next free seminar, for the public website. */
export function SeminarForm() {
  const t = useTranslation('admin')
  const { data } = useQuery(callQuery(freeSeminar))
  return (
    <ConfigForm
      id="seminar"
      configKey="SEMINAR_DATE"
      current={data && (data.seminarDate ?? '')}
      readBy={freeSeminar.path}
      names={['seminarDate', 'seminarTime']}
      valueOf={({ seminarDate, seminarTime }) => [seminarDate, seminarTime].filter(Boolean).join(' ')}
      missing="missing.seminarDate"
    >
      {field => (
        <>
          <TextField type="date" label={t('seminar-date')} required {...field('seminarDate')} />
          <TextField type="time" label={t('seminar-time')} hint={t('seminar-time-hint')} {...field('seminarTime')} />
        </>
      )}
    </ConfigForm>
  )
}
