"""What the lab says of releases: sums below the floor, differences, the register attacked, releases looked at again."""
