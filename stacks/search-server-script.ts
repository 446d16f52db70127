const TYPESENSE_IMAGE = 'typesense/typesense:27.1'

export interface SearchServerScript {
  /** Parameter in the parameter store that holds the key; the script never contains the key itself. */
  keyParameter: string
  /** Stands in the script so that a new key makes a new instance, which reads it. */
  keyVersion: number
  region: string
  port: number
}

/**
 * What the search instance does when it first starts: waits for its volume, makes a file system only on an empty one
 * (mkfs.xfs refuses any other), and keeps one container running on it. The data folder is made with the file system
 * and bound by `--mount`, which fails without it: better no server than an empty one on the wrong disk.
 */
export function searchServerScript({ keyParameter, keyVersion, region, port }: SearchServerScript): string {
  return `#!/bin/bash
set -euo pipefail
until [ -e /dev/sdf ]; do sleep 2; done
mkdir -p /srv/search
if ! blkid /dev/sdf; then
  mkfs.xfs -L search "$(readlink -f /dev/sdf)"
  mount LABEL=search /srv/search
  mkdir /srv/search/data
  umount /srv/search
fi
echo 'LABEL=search /srv/search xfs defaults,nofail 0 2' >> /etc/fstab
mount /srv/search
until dnf install -y docker; do sleep 5; done
systemctl enable --now docker
umask 077
# Version ${keyVersion} of the key.
key=$(aws ssm get-parameter --region ${region} --name ${keyParameter} --with-decryption --query Parameter.Value --output text)
echo "TYPESENSE_API_KEY=$key" > /etc/typesense.env
until docker pull ${TYPESENSE_IMAGE}; do sleep 5; done
docker run --detach --name typesense --restart always --env-file /etc/typesense.env \\
  --publish ${port}:${port} --mount type=bind,source=/srv/search/data,target=/data \\
  ${TYPESENSE_IMAGE} --data-dir /data --api-port ${port}
`
}
