import { build, type Plugin } from 'vite'
import { screenFiles } from './screen-files.ts'
import type { ScreenFiles } from './src/boot/preload-screen.ts'

const entry = '/src/boot/first.ts'
/**
 * Inlines the first script into the page, which saves a request. Moves the app's stylesheet to the end of the page, so
 * that the initial frame is painted without waiting for it. The server allows the page's inline script and styles by
 * their hashes.
 */
export function firstScript(): Plugin[] {
  return [
    {
      name: 'finlist-first-script-in-development',
      apply: 'serve',
      // Leaves `/parts` unchanged, because that page makes no requests.
      transformIndexHtml: (_, { path }) =>
        path === '/index.html'
          ? [{ tag: 'script', attrs: { type: 'module', src: entry }, injectTo: 'head-prepend' }]
          : [],
    },
    {
      name: 'finlist-first-script',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: async (html, { bundle = {} }) => {
          const files = screenFiles(Object.values(bundle))
          const stylesheet = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/
          const [link = '', href = ''] = stylesheet.exec(html) ?? []
          const page = html
            .replace(stylesheet, '')
            .replace('<title>', `<link rel="preload" as="style" crossorigin href="${href}">\n    <title>`)
            .replace('<script type="module"', '<script type="module" fetchpriority="low"')
            .replace('</body>', `${link.trim()}\n  </body>`)
          return { html: page, tags: [{ tag: 'script', children: await codeFor(files), injectTo: 'head' }] }
        },
      },
    },
  ]
}

async function codeFor(files: ScreenFiles): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define: { __SCREEN_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: `.${entry}`, formats: ['iife'], name: 'first', fileName: 'first' },
    },
  })
  const [{ output }] = built as unknown as [{ output: { code: string }[] }]
  return output[0]!.code.trim()
}
