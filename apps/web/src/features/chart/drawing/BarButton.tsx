import { Toolbar } from '@base-ui/react/toolbar'
import type { ComponentProps } from 'react'
import { ToolButton } from '../ToolButton.tsx'

/** A button of the drawing tools' bar. */
export const BarButton = ({ disabled, ...props }: ComponentProps<typeof ToolButton>) => (
  <Toolbar.Button {...(disabled && { disabled })} render={<ToolButton {...props} />} />
)
