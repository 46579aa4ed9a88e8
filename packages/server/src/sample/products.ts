/** Records of the sample workspace, shaped like those of a business system: pairs of id and label, `false` for empty. */
export const sampleProducts = [
  { id: 1, name: 'Standing Desk Oak 160', default_code: 'DSK-160-OAK', barcode: '4006381333931', categ_id: [3, 'Desks'], list_price: 549, description: 'Electric height adjustment, solid oak top, 160 x 80 cm', write_date: '2026-01-12 08:30:00' },
  { id: 2, name: 'Standing Desk Oak 140', default_code: 'DSK-140-OAK', barcode: '4006381333948', categ_id: [3, 'Desks'], list_price: 499, description: 'Electric height adjustment, solid oak top, 140 x 80 cm', write_date: '2026-01-12 08:31:00' },
  { id: 3, name: 'Task Chair Mesh Black', default_code: 'CHR-210-BLK', barcode: '4006381333955', categ_id: [4, 'Chairs'], list_price: 229, description: 'Breathable back, adjustable armrests', write_date: '2026-01-15 10:05:00' },
  { id: 4, name: 'Visitor Chair Felt Grey', default_code: 'CHR-115-GRY', barcode: false, categ_id: [4, 'Chairs'], list_price: 119, description: 'Stackable, recycled felt seat', write_date: '2026-01-15 10:06:00' },
  { id: 5, name: 'Drawer Unit on Castors', default_code: 'STO-330', barcode: '4006381333979', categ_id: [5, 'Storage'], list_price: 169, description: 'Three lockable drawers, fits under every desk', write_date: '2026-02-02 14:20:00' },
  { id: 6, name: 'Bookcase Birch Five Shelves', default_code: 'STO-505-BIR', barcode: false, categ_id: [5, 'Storage'], list_price: 259, description: false, write_date: '2026-02-02 14:22:00' },
  { id: 7, name: 'Desk Lamp Brass', default_code: 'LMP-021', barcode: '4006381333993', categ_id: [6, 'Lighting'], list_price: 89, description: 'Dimmable warm light with a swivelling arm', write_date: '2026-02-09 09:00:00' },
  { id: 8, name: 'Floor Lamp Linen Shade', default_code: 'LMP-040', barcode: '4006381334006', categ_id: [6, 'Lighting'], list_price: 139, description: false, write_date: '2026-02-09 09:02:00' },
  { id: 9, name: 'Acoustic Panel Moss Green', default_code: 'ACP-060-GRN', barcode: false, categ_id: [7, 'Acoustics'], list_price: 75, description: 'Sound-absorbing wall panel, 60 x 60 cm', write_date: '2026-03-01 16:45:00' },
  { id: 10, name: 'Whiteboard Glass Magnetic', default_code: 'WBD-120', barcode: '4006381334020', categ_id: [8, 'Meeting rooms'], list_price: 310, description: 'Tempered glass, 120 x 90 cm, with pen tray', write_date: '2026-03-04 11:11:00' },
  { id: 11, name: 'Conference Table Walnut', default_code: 'TBL-300-WAL', barcode: false, categ_id: [8, 'Meeting rooms'], list_price: 1890, description: 'Seats ten, cable channel along the middle', write_date: '2026-03-04 11:15:00' },
  { id: 12, name: 'Monitor Arm Dual', default_code: 'ARM-2X', barcode: '4006381334044', categ_id: [9, 'Accessories'], list_price: 129, description: 'Two screens up to 32 inches, gas spring', write_date: '2026-03-20 07:55:00' },
] as const;
