export { Dropdown, Popover } from 'antd';
export { columnHeadingMenu } from '#web/table/columns/column-heading-menu.ts';
export { importExportMenu as exportMenu } from '#web/table/popup/import-export-menu.ts';
export { savedViewsMenuProps } from '#web/table/views/saved-views-menu-items-and-commands.ts';
