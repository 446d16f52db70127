import { TYPESENSE_IMAGES } from './typesense-images.ts'
import type { TypesenseVersion } from './stages/stage-settings.ts'

export interface SearchServerScript {
  /** Parameter in the parameter store that contains the key. The script never contains the key itself. */
  keyParameter: string
  /** Parameter that contains the private key of the certificate. */
  tlsKeyParameter: string
  /**
   * Versions of both parameters. The script contains them, so a new key replaces the instance, which then reads the
   * key.
   */
  versions: readonly number[]
  /** The certificate as PEM. It is public. */
  certificate: string
  region: string
  port: number
  version: TypesenseVersion
}

/**
 * Start-up script of the search instance. It copies itself to cloud-init's folder of scripts that run at each boot, so
 * every step may run again.
 *
 * - It makes a file system only on an empty volume, and grows it to the volume at each boot and each hour.
 * - systemd mounts the volume before Docker starts a container (`x-systemd.required-by`).
 * - The data folder is made with the file system and bound by `--mount`, which fails when the folder is missing: a
 *   missing server is better than an empty one on the wrong disk.
 */
export function searchServerScript({
  keyParameter,
  tlsKeyParameter,
  versions,
  certificate,
  region,
  port,
  version,
}: SearchServerScript): string {
  const image = TYPESENSE_IMAGES[version]
  return `#!/bin/bash
set -euo pipefail
at_boot=/var/lib/cloud/scripts/per-boot/search.sh
[ "$0" -ef "$at_boot" ] || install -m 700 "$0" "$at_boot"
${MOUNT_VOLUME}
${GROW_VOLUME}
command -v docker || until dnf install -y docker; do sleep 5; done
systemctl enable --now docker
umask 077
# Versions ${versions.join(' and ')} of the keys.
read_key() {
  aws ssm get-parameter --region ${region} --name "$1" --with-decryption --query Parameter.Value --output text
}
until key=$(read_key ${keyParameter}); do sleep 5; done
echo "TYPESENSE_API_KEY=$key" > /etc/typesense.env
mkdir -p /etc/typesense-tls
until read_key ${tlsKeyParameter} > /etc/typesense-tls/key.pem; do sleep 5; done
cat > /etc/typesense-tls/certificate.pem <<'PEM'
${certificate.trim()}
PEM
if docker container inspect typesense > /dev/null; then
  docker start typesense
  exit 0
fi
until docker pull ${image}; do sleep 5; done
docker run --detach --name typesense --restart always --env-file /etc/typesense.env \\
  --log-opt max-size=20m --log-opt max-file=5 \\
  --publish ${port}:${port} --mount type=bind,source=/srv/search/data,target=/data \\
  --mount type=bind,source=/etc/typesense-tls,target=/tls,readonly \\
  ${image} --data-dir /data --api-port ${port} \\
  --ssl-certificate /tls/certificate.pem --ssl-certificate-key /tls/key.pem
`
}

const MOUNT_VOLUME = `until [ -e /dev/sdf ]; do sleep 2; done
mkdir -p /srv/search
if ! blkid /dev/sdf; then
  mkfs.xfs -L search "$(readlink -f /dev/sdf)"
  mount LABEL=search /srv/search
  mkdir /srv/search/data
  umount /srv/search
fi
grep -q '^LABEL=search ' /etc/fstab ||
  echo 'LABEL=search /srv/search xfs defaults,nofail,x-systemd.required-by=docker.service,x-systemd.before=docker.service 0 2' >> /etc/fstab
systemctl daemon-reload
mountpoint -q /srv/search || mount /srv/search`

/** A larger volume needs no reboot: the timer grows the file system within an hour of the deployment. */
const GROW_VOLUME = `xfs_growfs /srv/search
cat > /etc/systemd/system/grow-search.service <<'UNIT'
[Service]
Type=oneshot
ExecStart=/usr/sbin/xfs_growfs /srv/search
UNIT
cat > /etc/systemd/system/grow-search.timer <<'UNIT'
[Timer]
OnCalendar=hourly
[Install]
WantedBy=timers.target
UNIT
systemctl daemon-reload
systemctl enable --now grow-search.timer`
