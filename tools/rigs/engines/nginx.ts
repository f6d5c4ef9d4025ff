import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../free-port.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

export function assertNginx(): void {
  if (!program) throw new MissingEngine('nginx', 'apt-get install nginx')
}

/**
 * nginx configured like a CDN: it caches every response that it may cache, using only the address as the key, and
 * reports the cache status of each response.
 */
export async function startCachingProxy(target: string): Promise<{ base: string; stop(): Promise<void> }> {
  assertNginx()
  const port = await freePort()
  const folder = await throwawayFolder('finlist-cdn')
  await mkdir(join(folder.path, 'kept'), { mode: 0o777 })
  const file = join(folder.path, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${folder.path}/pid; error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  proxy_temp_path ${folder.path}/proxy; client_body_temp_path ${folder.path}/body;
  fastcgi_temp_path ${folder.path}/fastcgi; uwsgi_temp_path ${folder.path}/uwsgi; scgi_temp_path ${folder.path}/scgi;
  proxy_cache_path ${folder.path}/kept keys_zone=kept:10m inactive=1h;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_cache kept;
      proxy_cache_key $request_uri;
      proxy_cache_revalidate on;
      add_header X-Kept $upstream_cache_status always;
    }
  }
}
`,
  )
  const child = spawn(program!, ['-c', file, '-e', 'stderr'], { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const base = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${base}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('nginx ended at once')
    await wait(50)
  }
  return {
    base,
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await folder.remove()
    },
  }
}
