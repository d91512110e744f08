import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/** Settings of automatic backups. The target folder is set on the machine: BACKUP_DIR. */
export const backupSettings = settings({
  name: 'system/backup',
  guarded: 'all',
  label: text('备份', 'Backup'),
  fields: {
    automatic: field.switch(text('每日自动备份', 'Daily automatic backup'), {
      initial: '1',
      hint: text(
        '数据库与文件备份到 BACKUP_DIR；密钥不在其中，须另存',
        'Database and files are backed up to BACKUP_DIR; the key is not included and must be kept separately',
      ),
    }),
    hour: field.integer(text('时刻（点）', 'Time (hour)'), {
      required: true,
      min: 0,
      max: 23,
      initial: 2,
      hint: text('北京时间，0–23', 'Beijing time, 0–23'),
    }),
    keep: field.integer(text('保留份数', 'Backups to keep'), { required: true, min: 1, max: 365, initial: 7 }),
  },
});
