export const TYPESENSE_IMAGE = 'typesense/typesense:27.1'

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
}

/**
 * Start-up script of the search instance. It waits for the volume, makes a file system only on an empty volume
 * (mkfs.xfs refuses any other), and keeps one container running on the volume. The data folder is made with the file
 * system and bound by `--mount`, which fails when the folder is missing: a missing server is better than an empty one
 * on the wrong disk.
 */
export function searchServerScript({
  keyParameter,
  tlsKeyParameter,
  versions,
  certificate,
  region,
  port,
}: SearchServerScript): string {
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
# Versions ${versions.join(' and ')} of the keys.
read_key() {
  aws ssm get-parameter --region ${region} --name "$1" --with-decryption --query Parameter.Value --output text
}
key=$(read_key ${keyParameter})
echo "TYPESENSE_API_KEY=$key" > /etc/typesense.env
mkdir -p /etc/typesense-tls
read_key ${tlsKeyParameter} > /etc/typesense-tls/key.pem
cat > /etc/typesense-tls/certificate.pem <<'PEM'
${certificate.trim()}
PEM
until docker pull ${TYPESENSE_IMAGE}; do sleep 5; done
docker run --detach --name typesense --restart always --env-file /etc/typesense.env \\
  --publish ${port}:${port} --mount type=bind,source=/srv/search/data,target=/data \\
  --mount type=bind,source=/etc/typesense-tls,target=/tls,readonly \\
  ${TYPESENSE_IMAGE} --data-dir /data --api-port ${port} \\
  --ssl-certificate /tls/certificate.pem --ssl-certificate-key /tls/key.pem
`
}
