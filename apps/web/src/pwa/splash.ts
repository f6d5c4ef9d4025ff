/**
 * Lazy-loaded, and only on an iPhone or iPad, where the splash screen of the installed app must be an image of exactly
 * the screen's size. Draws it in the theme's colours, instead of storing a file for each device.
 */
export async function drawSplash(): Promise<void> {
  const logo = new Image()
  logo.src = '/icon-192.png'
  await logo.decode()
  const [short = 0, long = 0] = [screen.width, screen.height].toSorted((a, b) => a - b)
  for (const [orientation, width, height] of [
    ['portrait', short, long],
    ['landscape', long, short],
  ] as const)
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'apple-touch-startup-image',
        media: `(orientation: ${orientation})`,
        href: imageOf(logo, width, height),
      }),
    )
}

function imageOf(logo: HTMLImageElement, width: number, height: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const pen = canvas.getContext('2d')
  if (!pen) return ''
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  pen.fillRect(0, 0, width, height)
  pen.drawImage(logo, width / 2 - 48, height / 2 - 48, 96, 96)
  return canvas.toDataURL('image/png')
}
