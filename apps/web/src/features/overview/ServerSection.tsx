import type { Overview } from '@finlist/contract/staff/overview'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { Section } from '../../ui/section.tsx'

/** Identifies this server and its database. */
export function ServerSection({ server }: { server: Overview['server'] }) {
  const t = useTranslation('overview')
  return (
    <Section title={t('server')}>
      <DescriptionList>
        <Fact name={t('server.version')}>{server.version}</Fact>
        <Fact name={t('server.since')}>{hongKongDate(server.startedAt, 'moment')}</Fact>
        <Fact name="Node">{server.node}</Fact>
        <Fact name="PostgreSQL">{server.database}</Fact>
        <Fact name={t('server.size')}>{megabytes(server.databaseBytes)}</Fact>
        <Fact name={t('server.migration')}>
          {server.migration} <span className="text-faded">{hongKongDate(server.migratedAt)}</span>
        </Fact>
        <Fact name={t('server.notices')}>
          <span className={server.noticesAlive ? '' : 'font-strong text-wrong'}>
            {t(server.noticesAlive ? 'server.heard' : 'server.unheard')}
          </span>
        </Fact>
        {server.reports && (
          <Fact name={t('server.reports')}>
            {server.reports.lagSeconds === null ? (
              <span className="font-strong text-wrong">{t('server.reports.away')}</span>
            ) : (
              t('server.reports.behind', { count: Math.ceil(server.reports.lagSeconds) })
            )}
          </Fact>
        )}
      </DescriptionList>
    </Section>
  )
}

const megabytes = (bytes: number) => `${new Intl.NumberFormat('en').format(Math.round(bytes / 1_048_576))} MB`
