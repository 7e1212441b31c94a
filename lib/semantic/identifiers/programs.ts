// Programs whose name is no English word: where one stands in a text, a command does.
const names = `
ansible ansible-playbook apt apt-get aws az bash chmod chown consul cp crictl crontab ctr curl dd df dig dnf docker docker-compose
dpkg du etcdctl fdisk fsck gcloud git gradle gunzip gzip helm htop ifconfig iostat iotop ip ip6tables iptables istioctl java jcmd
jmap journalctl jps jq jstack kinit kubeadm kubectl kustomize logrotate lsblk lsof lvextend lvremove mkdir mkfs mongo mongodump
mongorestore mongosh mv mvn mysql mysqladmin mysqldump nc netstat nginx nodetool npm npx nslookup openssl parted pg_ctl pg_dump
pg_restore pgbench pip pip3 pkill podman ps psql pvcreate python python3 rabbitmqadmin rabbitmqctl rclone redis-cli redis-server
resize2fs rm rmdir rpm rsync scp sed sftp sqlite3 ssh strace su sudo supervisorctl swapoff swapon sysctl systemctl tar tc tcpdump
tee telnet terraform tmux tshark ufw umount unzip vault vgremove vmstat wget xfs_growfs yarn yum zip zkcli zpool
`
const programs: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
const statement = /^(?:SELECT|INSERT|UPDATE|DELETE|DROP|ALTER|TRUNCATE|CREATE|GRANT|REVOKE|FLUSHDB|FLUSHALL|DEL)$/

/** Whether a word is the name of a program, by its path or with its ending too. */
export function isProgram(word: string): boolean {
  return programs.has(word) || /^\.{0,2}\/[\w./-]+$|^[\w-]+\.sh$/.test(word)
}

/** Whether a word opens a statement of SQL or of a store, or an HTTP request: such a one means something else when it is cut. */
export function isStatement(word: string): boolean {
  return statement.test(word)
}
