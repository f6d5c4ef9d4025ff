import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import AlertDialog from '../ui/dialogs/alert-dialog.tsx'
import ConfirmDialog from '../ui/dialogs/confirm-dialog.tsx'
import Dialog from '../ui/dialogs/dialog.tsx'
import SidePanel from '../ui/dialogs/side-panel.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'
import { t } from './look.ts'

const overlays = ['dialog', 'confirm', 'alert', 'panel', 'menu'] as const
type Overlay = (typeof overlays)[number]

/** Samples of all overlays, one at a time. */
export function Overlays() {
  const [open, setOpen] = useState<Overlay>()
  const [market, setMarket] = useState('HKEX')
  const buttons = useRef<Partial<Record<Overlay, HTMLButtonElement | null>>>({})
  const menuButton = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  const shown: Partial<Record<Overlay, ReactNode>> = {
    dialog: (
      <Dialog open onClose={close} title={t('dialog')} closeLabel={t('close.label')} narrow>
        <p className="text-14">{t('dialog.text')}</p>
      </Dialog>
    ),
    confirm: (
      <ConfirmDialog title={t('confirm')} yesLabel={t('yes')} noLabel={t('no')} grave onAnswer={close}>
        {t('confirm.text')}
      </ConfirmDialog>
    ),
    alert: <AlertDialog message={t('alert')} okLabel={t('ok')} onClose={close} />,
    panel: (
      <SidePanel
        title={t('first')}
        closeLabel={t('close.label')}
        onClose={close}
        returnTo={() => buttons.current.panel ?? null}
      >
        <p className="text-14">{t('panel.text')}</p>
      </SidePanel>
    ),
  }
  return (
    <div className="flex flex-wrap gap-3 py-3">
      {overlays.map(overlay => (
        <Button
          key={overlay}
          ref={overlay === 'menu' ? menuButton : button => void (buttons.current[overlay] = button)}
          onClick={() => setOpen(overlay)}
        >
          {t(`open.${overlay}`)}
        </Button>
      ))}
      {open && shown[open]}
      <Menu
        anchor={menuButton}
        open={open === 'menu'}
        onOpenChange={isOpen => setOpen(isOpen ? 'menu' : undefined)}
        label={t('market')}
      >
        <MenuChoice
          label={t('market')}
          value={market}
          onChange={setMarket}
          options={[
            { value: 'HKEX', label: t('hk') },
            { value: 'US', label: t('us') },
          ]}
        />
        <MenuLine />
        <MenuItem>{t('remove')}</MenuItem>
      </Menu>
    </div>
  )
}
