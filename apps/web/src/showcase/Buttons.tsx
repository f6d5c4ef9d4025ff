import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Collapsible } from '../ui/collapsible.tsx'
import { DescriptionList, Fact } from '../ui/description-list.tsx'
import { OrderHandle } from '../ui/order-handle.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { t } from './look.ts'

const variants = ['main', 'subscribe', 'plain', 'quiet'] as const
const badges = ['accent', 'good', 'wrong'] as const

/** Samples of buttons, badges, facts and placeholders. */
export const Buttons = () => (
  <div className="grid gap-4 py-3">
    <div className="flex flex-wrap gap-3">
      {variants.map(variant => (
        <Button key={variant} variant={variant}>
          {t(variant)}
        </Button>
      ))}
      <Button disabled>{t('disabled')}</Button>
      <OrderHandle label={t('move')} className="size-9" />
    </div>
    <p className="flex flex-wrap items-center gap-2">
      <Badge>{t('badge')}</Badge>
      {badges.map(variant => (
        <Badge key={variant} variant={variant}>
          {t(variant)}
        </Badge>
      ))}
      <Tooltip text={t('term.about')}>{t('term')}</Tooltip>
    </p>
    <Spinner label={t('loading')} />
    <DescriptionList>
      <Fact name={t('plan')}>{t('plan.value')}</Fact>
      <Fact name={t('ends')}>{t('ends.value')}</Fact>
    </DescriptionList>
    <Collapsible label={t('more')} open>
      <p className="text-13">{t('more.value')}</p>
    </Collapsible>
    <Skeleton />
  </div>
)
