import { sundayClubLink } from '@finlist/contract/education'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ConfigForm } from './ConfigForm.tsx'

/** Sets the address at which people register for the live club. */
export function ClubLinkForm() {
  const t = useTranslation('admin')
  const { data } = useQuery(callQuery(sundayClubLink))
  return (
    <ConfigForm
      id="club-link"
      configKey="SUNDAY_CLUB_LINK"
      current={data}
      readBy={sundayClubLink.path}
      names={['clubLink']}
      valueOf={({ clubLink }) => clubLink.trim()}
      missing="missing.clubLink"
    >
      {field => (
        <TextField
          type="url"
          label={t('club-link')}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          required
          className="md:col-span-2"
          {...field('clubLink')}
        />
      )}
    </ConfigForm>
  )
}
