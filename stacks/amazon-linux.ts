/** Public parameter of AWS with the ID of the newest image of Amazon Linux 2023 for ARM. */
export const AMAZON_LINUX_IMAGE = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64'
